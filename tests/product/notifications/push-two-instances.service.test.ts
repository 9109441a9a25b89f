import type { CommandService } from '@quorum/command-service/start-command-service.ts';
import { type PushService, startPushService } from '@quorum/infra/adapters/push/testing/push-service.ts';
import { composeCommandService } from '@quorum/infra/processes/compose-command-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { serviceParts } from '@quorum/infra/processes/service-parts.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGroup, joinGroup, movableClock, type Product, signUp, startProduct } from '../../support/product.ts';

const clock = movableClock();
let service: PushService;
let product: Product;
let second: CommandService;

/** Who has each lease. Embedded stores grant every one, because they belong to one process. */
const leases = new Map<string, string>();

/** The read models as a process sees them that shares them with another. */
const asProcess = (reads: ReadEngine, holder: string): ReadEngine =>
  new Proxy(reads, {
    get: (store, name) => {
      if (name === 'lease')
        return async (lease: string, _: string, ttl: number) => {
          const isFree = (leases.get(lease) ?? holder) === holder;
          if (isFree && ttl > 0) leases.set(lease, holder);
          return isFree;
        };
      if (name === 'releaseLease') return async (lease: string) => void leases.delete(lease);
      const value: unknown = Reflect.get(store, name, store);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });

beforeEach(async () => {
  leases.clear();
  service = await startPushService();
  let shared: Engines | undefined;
  product = await startProduct({}, clock, (engines) => {
    shared = { ...engines, push: service.sender, reads: asProcess(engines.reads, 'first') };
    return shared;
  });
  const engines = shared as Engines;
  const parts = serviceParts(
    {
      settings: readSettings({ DATA_DIR: product.dataDir }),
      log: pino({ level: 'silent' }),
      clock,
      engines: { ...engines, reads: asProcess(engines.reads, 'second') },
    },
    undefined,
  );
  second = await composeCommandService(
    parts,
    async () => true,
    () => {},
  );
});
afterEach(async () => {
  await second.stop();
  await product.stop();
  await service.stop();
});

it('a message goes out once, however many processes there are (NOTE-20, NOTE-29)', async () => {
  const [maya, tom] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const say = (content: string) => maya.must('sendMessage', { body: { groupId: group._id, content } });
  for (let n = 1; n <= 10; n += 1) await say(`Message ${n}`);
  clock.moveOn(6000);
  await until(() => service.received.length >= 10);
  await say('The last one');
  clock.moveOn(6000);
  await until(() => service.received.some(({ payload }) => payload.body === 'The last one'));
  const bodies = service.received.map(({ payload }) => payload.body);
  expect(bodies).toHaveLength(11);
  expect(new Set(bodies).size).toBe(11);
});

it('every mention goes out though the leader loses its lease under load, and one sent twice has the same tag (NOTE-29)', async () => {
  const [maya, tom] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const ids: string[] = [];
  for (let n = 1; n <= 40; n += 1) {
    const body = { groupId: group._id, content: `<@${tom.userId}> ${n}` };
    ids.push((await maya.must('sendMessage', { body })).message._id);
    if (n === 20) {
      clock.moveOn(6000);
      // As if the first process had not renewed it in time.
      leases.set('alerts', 'second');
    }
  }
  clock.moveOn(6000);
  const tags = () => new Set(service.received.map(({ payload }) => payload.tag));
  await until(() => tags().size === ids.length);
  expect([...tags()].sort()).toEqual(ids.map((id) => `message-${id}`).sort());
});
