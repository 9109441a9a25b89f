import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import { SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { Secrets } from '../session/secrets.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { schedulePhoneChange } from './change-phone.ts';
import { PhoneDirectory } from './phone-directory.ts';

const userId = '10000000-0000-4000-8000-000000000001';
const [before, after] = ['+12025550100', '+12025550199'];
const code = '123456';

/** Somebody verifies the new number only, and the warning to the current one fails. */
const scheduling = async (failure: SmsFailedError) => {
  const { streams, append, events, clock } = memoryStreams();
  const keys = new MemoryKeyStore();
  const secrets = new Secrets(() => Buffer.alloc(32, 7));
  const metadata = { actorId: userId, commandId: 'c1', commandDigest: undefined, correlationId: 'c1' };
  const aggregates = new Aggregates(events);
  const phones = new PhoneDirectory({ aggregates, events, keys, namingKeys: keys, secrets, clock });
  const oldKey = await phones.alias(before, metadata);
  const phoneKey = await phones.alias(after, metadata);
  await append(userStream(userId), [{ type: 'UserRegistered', data: { userId, phone: before, phoneKey: oldKey } }]);
  const sent = { phoneKey, purpose: 'change-phone', salt: 's', requestedBy: userId, addressKey: null } as const;
  const expiresAt = new Date(clock.now() + 600_000).toISOString();
  await append(verificationStream(phoneKey), [
    { type: 'CodeSent', data: { ...sent, codeHash: secrets.codeHash('s', code), expiresAt } },
  ]);
  const context = {
    aggregates,
    keys,
    secrets,
    phones,
    clock,
    addresses: new AddressNames(keys),
    log: { warn: () => undefined },
    sms: { send: () => Promise.reject(failure) },
  } as unknown as Context;
  const change = { phone: after, code, sessionId: 's1', address: '192.0.2.1', origin: 'https://quorum.example' };
  const outcome = await schedulePhoneChange(context, change, metadata);
  return { outcome, last: streams.get(userStream(userId))?.at(-1)?.type };
};

it('a change of number is scheduled although the current number takes no messages (OPEN-028)', async () => {
  const { outcome, last } = await scheduling(new SmsFailedError('HTTP 400', true));
  expect(outcome).toHaveProperty('effectiveAt');
  expect(last).toBe('PhoneChangeScheduled');
});

it('a change of number waits for a warning that could be sent later (OPEN-028)', async () => {
  const { outcome, last } = await scheduling(new SmsFailedError('ECONNREFUSED'));
  expect(outcome).toEqual(refuse('sms/failed'));
  expect(last).toBe('UserRegistered');
});
