import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  Client,
  createGroup,
  joinGroup,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';

let clock: ReturnType<typeof movableClock>;
/** The parts of each instance: the same engines, with its own event cache. */
let opened: readonly [Engines, Engines];
let first: Product;
let second: Product;

/** Frozen clock, so that no key is forgotten by its age. */
const standing = { now: () => 0 };

/**
 * The engines with a separate key cache for reading. Destroyed keys bypass it, as if another process destroyed them: only the
 * generation of the keys reveals it.
 */
const withOwnCache = (engines: Engines): Engines => {
  const keys = new CachingKeyStore(engines.storedKeys, { clock: standing });
  return { ...engines, events: new EncryptingEventStore({ log: engines.eventLog, keys, ids: systemIds, clock }) };
};

/** The log as each instance reads it; parked events are retried through it as well. */
const readByEach = (): Promise<string[]> =>
  Promise.all(opened.map(async ({ events }) => JSON.stringify(await events.readAll(BEFORE_FIRST, 1000))));

beforeEach(async () => {
  clock = movableClock();
  first = await startProduct({}, clock, (engines) => {
    opened = [withOwnCache(engines), withOwnCache(engines)];
    return opened[0];
  });
  second = await startProduct({}, clock, (own) => ({ ...opened[1], close: () => own.close() }));
});
afterEach(async () => {
  await second.stop();
  await first.stop();
});

const SECRET = 'the moon is made of quartz';

it('no instance quotes or repeats an erased message once its key is gone (SAFE-01, SAFE-14)', async () => {
  const [stored] = opened;
  const author = await signUp(first);
  const reader = await signUp(first, { firstName: 'Ada' });
  const { group, inviteCode } = await createGroup(reader);
  await joinGroup(author, inviteCode);
  const { message } = await author.must('sendMessage', { body: { groupId: group._id, content: SECRET } });

  const instances = [first, second].map((product) => {
    const client = new Client(product, reader.token);
    return (key: string) =>
      client.call('sendMessage', {
        body: { groupId: group._id, content: 'Indeed', replyTo: message._id },
        headers: { 'idempotency-key': `${product.origin} ${key}` },
      });
  });
  // Both now have the message in memory, and an answer that quotes it.
  for (const reply of instances) expect(JSON.stringify((await reply('before')).body)).toContain(SECRET);

  for (const text of await readByEach()) expect(text).toContain(SECRET);

  await author.must('deleteAccount');
  // A person's content key is the last of theirs to be destroyed.
  await vi.waitFor(
    async () => expect((await stored.storedKeys.find([`writings-${author.userId}`])).size).toBe(0),
    20_000,
  );

  // At once: no cached key outlives the destroyed one.
  for (const text of await readByEach()) expect(text).not.toContain(SECRET);
  for (const key of ['after', 'before']) {
    for (const reply of instances) {
      const answer = await reply(key);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    }
  }
});
