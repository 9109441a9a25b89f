import { randomBytes, randomUUID } from 'node:crypto';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { requestPhoneChange } from '../phone/change-phone.ts';
import { PhoneDirectory } from '../phone/phone-directory.ts';
import { memoryStreams, SAME } from '../testing/memory-streams.ts';
import { authenticate } from './authenticate.ts';
import { Secrets } from './secrets.ts';
import { requestLoginCode, requestSignupCode, verifyLogin } from './sign-in.ts';

const userId = '10000000-0000-4000-8000-000000000001';
const changeId = '10000000-0000-4000-8000-000000000002';
const phone = '+12025550100';
const code = '123456';
const START = Date.parse('2026-05-14T10:00:00.000Z');

type Competing = { readonly before: string; readonly stream?: string; readonly events: readonly DomainEvent[] };

const metadata = { actorId: 'anonymous', commandId: 'c1', commandDigest: undefined, correlationId: 'c1' };

/** Somebody who was sent a code. @param competing what another process appends just before an append to a stream. */
const somebody = async (competing: Competing) => {
  const { streams, append, events, clock } = memoryStreams({ stream: userStream(userId), ...competing });
  const keys = new MemoryKeyStore();
  const secrets = new Secrets(() => Buffer.alloc(32, 7));
  const aggregates = new Aggregates(events);
  const phones = new PhoneDirectory({ aggregates, events, keys, namingKeys: keys, secrets, clock });
  const phoneKey = await phones.alias(phone, metadata);
  await append(phoneStream(phoneKey), [{ type: 'PhoneClaimed', data: { phoneKey, userId } }]);
  await append(userStream(userId), [{ type: 'UserRegistered', data: { userId, phone, phoneKey } }]);
  const sent = { phoneKey, purpose: 'login', salt: 's', requestedBy: null, addressKey: null } as const;
  const expiresAt = new Date(START + 600_000).toISOString();
  await append(verificationStream(phoneKey), [
    { type: 'CodeSent', data: { ...sent, codeHash: secrets.codeHash('s', code), expiresAt } },
  ]);
  const context = {
    aggregates,
    events,
    keys,
    secrets,
    phones,
    clock,
    addresses: new AddressNames(keys),
    ids: { uuid: () => randomUUID(), bytes: (length: number) => randomBytes(length), integer: () => 0 },
    numberProbes: { take: () => 0 },
  } as unknown as Context;
  const caller = { address: '192.0.2.1', device: '', repeatKey: undefined };
  const signIn = () => verifyLogin(context, { phoneNumber: phone, verificationCode: code }, caller, metadata);
  return { context, keys, streams, signIn };
};

it('a sign-in is refused, and leaves no session, if the account just moved to another number (SAFE-03)', async () => {
  const moved: readonly DomainEvent[] = [
    { type: 'PhoneChanged', data: { userId, phone: '+12025550199', phoneKey: 'new', previousPhoneKey: 'old' } },
    { type: 'SessionsRevoked', data: { userId, except: 'elsewhere' } },
  ];
  const { streams, signIn } = await somebody({ before: 'session-', events: moved });
  expect(await signIn()).toEqual(refuse('phone/unknown'));
  const started = [...streams].filter(([stream]) => stream.startsWith(sessionStream('')));
  expect(started.map(([, events]) => events.map(({ type }) => type))).toEqual([['SessionStarted', 'SessionEnded']]);
});

it('a sign-in stops a change of number that was scheduled a moment ago, and its answer shows that (OPEN-028)', async () => {
  const change = { changeId, phone: '+12025550199', sessionId: 'elsewhere' };
  const effectiveAt = new Date(START + 72 * 3_600_000).toISOString();
  const scheduled: DomainEvent = { type: 'PhoneChangeScheduled', data: { userId, ...change, effectiveAt } };
  const { context, streams, signIn } = await somebody({ before: 'verification-', events: [scheduled] });
  const signedIn = await signIn();
  if (isRefusal(signedIn)) throw new Error(signedIn.refused);
  expect(signedIn.user.waitingPhone).toBeNull();
  expect(streams.get(userStream(userId))?.at(-1)?.type).toBe('PhoneChangeStopped');
  expect(await authenticate(context)(signedIn.token)).toMatchObject({ userId, sessionId: tokenHash(signedIn.token) });
});

it('asking for banned numbers is limited like asking for numbers with an account (SAFE-03)', async () => {
  const context = {
    phones: { lookUp: async () => ({ phoneKey: 'banned', banned: true, owner: undefined }) },
    numberProbes: new RateLimit(0.01, 4),
    clock: { now: () => START },
  } as unknown as Context;
  const caller = { address: '192.0.2.1', device: '', repeatKey: undefined };
  const proof = { phoneNumber: phone, verificationCode: code };
  const ask = [
    () => requestLoginCode(context, phone, caller.address, metadata),
    () => requestSignupCode(context, phone, caller.address, metadata),
    () => verifyLogin(context, proof, caller, metadata),
    () => requestPhoneChange(context, phone, caller.address, { ...metadata, actorId: userId }),
  ];
  for (const one of ask) expect(await one()).toEqual(refuse('phone/banned'));
  for (const one of ask) expect(await one()).toMatchObject({ refused: 'request/too-many' });
});

it('an address with no codes left gives no more numbers a name, because names are kept (SAFE-03)', async () => {
  const { context, keys } = await somebody({ before: 'nothing', events: [] });
  const sending = { ...context, sms: { send: async () => {} }, numberSends: { take: () => 0 } } as unknown as Context;
  const ask = (nth: number) => {
    const asked = { ...metadata, commandId: `c${nth}` };
    return requestSignupCode(sending, `+12025550${200 + nth}`, '192.0.2.1', asked);
  };
  for (let nth = 0; nth < 10; nth++) expect(await ask(nth)).toHaveProperty('position');
  const { length } = await keys.subjects(1000);
  expect(await ask(10)).toMatchObject({ refused: 'code/too-many-sends' });
  expect(await keys.subjects(1000)).toHaveLength(length);
  // A repeat of what was allowed has the answer that it had.
  expect(await ask(9)).toHaveProperty('position');
});

/** Asks for a code for a new number. @param smsBudget text messages per hour and day. */
const askForCode = async (smsBudget: number, competing: Competing) => {
  const { context, streams } = await somebody(competing);
  const taken: string[] = [];
  const sending = {
    ...context,
    sms: { send: async () => {} },
    smsBudget: { perHour: smsBudget, perDay: smsBudget },
    numberSends: { take: (number: string) => taken.push(number) - taken.length },
    log: { warn: () => {} },
  } as unknown as Context;
  const outcome = await requestSignupCode(sending, '+12025550123', '192.0.2.1', metadata);
  return { outcome, taken, kinds: [...streams.keys()].map((stream) => stream.slice(0, stream.lastIndexOf('-'))) };
};

it('a code counts once, even if another process appends to its stream first (SAFE-03)', async () => {
  const rejected = { phoneKey: 'k', purpose: 'signup', addressKey: null } as const;
  const events: readonly DomainEvent[] = [{ type: 'CodeRejected', data: rejected }];
  const { outcome, taken } = await askForCode(10, { before: 'verification-', stream: SAME, events });
  expect(outcome).toHaveProperty('position');
  expect(taken).toEqual(['+12025550123']);
});

it('a code that the budget of text messages forbids counts against no other limit (SAFE-13)', async () => {
  const { outcome, taken, kinds } = await askForCode(0, { before: 'nothing', events: [] });
  expect(outcome).toMatchObject({ refused: 'sms/budget-spent' });
  expect(taken).toEqual([]);
  expect(kinds).not.toContain('attempts-code-sends-of-address');
});
