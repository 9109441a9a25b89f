import { userStream } from '@quorum/domain/user/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { Secrets } from '../session/secrets.ts';
import { NumberNames } from './number-names.ts';
import { nameForCodes } from './phone-numbers.ts';

const PHONE = '+12125550123';

const cause = { actorId: 'anonymous', commandId: 'c1', commandDigest: undefined, correlationId: 'c1' };

const secrets = new Secrets((purpose) => Buffer.from(deterministicUuid(purpose)));

/** @param inUse streams of numbers that somebody holds. */
const contextWith = (inUse: ReadonlySet<string>): Context =>
  ({
    clock: { now: () => 0 },
    numbers: new NumberNames(new MemoryKeyStore(), secrets),
    aggregates: {
      load: async (_: unknown, stream: string) =>
        stream === userStream('somebody')
          ? { status: 'active' }
          : { holder: inUse.has(stream) ? 'somebody' : undefined, banned: false, claimedAt: 0, released: false },
    },
  }) as unknown as Context;

it('a number gets a random name, keeps it, and gets another after that one is forgotten (SAFE-14)', async () => {
  const context = contextWith(new Set());
  expect(await context.numbers.find(PHONE)).toBeUndefined();
  const { phoneKey } = await nameForCodes(context, PHONE, cause);
  expect(await context.numbers.find(PHONE)).toMatchObject({ phoneKey });
  await context.numbers.forget(PHONE, 'another name');
  expect(await context.numbers.find(PHONE)).toMatchObject({ phoneKey });
  await context.numbers.forget(PHONE, phoneKey);
  expect((await nameForCodes(context, PHONE, cause)).phoneKey).not.toBe(phoneKey);
});
