import { randomBytes } from 'node:crypto';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { Secrets } from '../session/secrets.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { calendarFeedCommands } from './commands.ts';

const userId = '10000000-0000-4000-8000-000000000001';

type Create = Handlers<'command'>['createCalendarFeed'];

/** Makes a link as a process does that remembers no answers. */
const links = () => {
  const { streams, events, clock } = memoryStreams();
  const secrets = new Secrets(() => new Uint8Array(32));
  const ids = { bytes: (length: number) => randomBytes(length) };
  const context = { aggregates: new Aggregates(events), clock, secrets, ids } as unknown as Context;
  const create = (repeatKey: string | undefined, commandDigest = 'body') => {
    const call = { actor: { userId }, body: { groupId: MY_SCHEDULE }, origin: '', repeatKey, commandDigest };
    const commandId = repeatKey ?? randomBytes(8).toString('hex');
    return calendarFeedCommands(context).createCalendarFeed(
      { ...call, commandId, correlationId: commandId } as unknown as Parameters<Create>[0],
      () => undefined,
    );
  };
  return { create, streams };
};

it('a repeat makes no second calendar link after the answer is forgotten, however short its key is (CQRS-01)', async () => {
  const { create, streams } = links();
  const first = await create('k1');
  expect(first).toHaveProperty('body.url');
  expect(await create('k1')).toEqual(first);
  expect(await create('k1', 'another body')).toEqual({ refused: 'request/idempotency-key-reused' });
  expect(await create(undefined)).not.toEqual(first);
  expect([...streams.values()].map((events) => events.length)).toEqual([1, 1]);
});
