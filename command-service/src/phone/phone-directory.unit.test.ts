import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { describe, expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import { Secrets } from '../session/secrets.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { PhoneDirectory } from './phone-directory.ts';

const [holder, other] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'] as const;
const phone = '+12125550123';

/** Milliseconds after which a claim without an account is void. */
const LONG_AGO = 60_001;

const metadataOf = (commandId: string) => ({
  actorId: 'anonymous',
  commandId,
  commandDigest: undefined,
  correlationId: commandId,
});

type History = (phoneKey: string) => readonly (readonly [stream: string, event: DomainEvent])[];

/** A number that has a name and a history. @param age milliseconds since then. */
const numberWith = async (history: History, age = 0) => {
  const { append, events, clock } = memoryStreams();
  const directory = new PhoneDirectory({
    aggregates: new Aggregates(events),
    events,
    keys: new MemoryKeyStore(),
    namingKeys: new MemoryKeyStore(),
    secrets: new Secrets(() => Buffer.alloc(32, 7)),
    clock: { now: () => clock.now() + age },
  });
  const name = await directory.alias(phone, metadataOf('named'));
  for (const [stream, event] of history(name)) await append(stream, [event]);
  return { directory, name };
};

const claimed: History = (phoneKey) => [
  [phoneStream(phoneKey), { type: 'PhoneClaimed', data: { phoneKey, userId: holder } }],
];
const registered: History = (phoneKey) => [
  ...claimed(phoneKey),
  [userStream(holder), { type: 'UserRegistered', data: { userId: holder, phone, phoneKey } }],
];
const moved: History = (phoneKey) => [
  ...registered(phoneKey),
  [
    userStream(holder),
    {
      type: 'PhoneChanged',
      data: { userId: holder, phone: '+12125550124', phoneKey: 'elsewhere', previousPhoneKey: phoneKey },
    },
  ],
];
const deleted: History = (phoneKey) => [
  ...registered(phoneKey),
  [userStream(holder), { type: 'AccountDeleted', data: { userId: holder, phoneKey, reason: 'own-wish' } }],
];
const released: History = (phoneKey) => [
  ...claimed(phoneKey),
  [phoneStream(phoneKey), { type: 'PhoneReleased', data: { phoneKey, userId: holder } }],
];
const banned =
  (history: History): History =>
  (phoneKey) => [...history(phoneKey), [phoneStream(phoneKey), { type: 'PhoneBanned', data: { phoneKey } }]];
const requestedBy =
  (requester: string): History =>
  (phoneKey) => {
    const code = { purpose: 'change-phone', salt: 's', codeHash: 'h', addressKey: null } as const;
    const data = { ...code, phoneKey, requestedBy: requester, expiresAt: '2030-01-01T00:00:00.000Z' };
    return [[verificationStream(phoneKey), { type: 'CodeSent', data }]];
  };

const nobody: History = () => [];
const taken = refuse('phone/taken');
const ban = refuse('phone/banned');

/** The table of PhoneDirectory: what becomes of the name, or the refusal. */
const rows: readonly {
  readonly it: string;
  readonly history: History;
  readonly age?: number;
  readonly isListed?: 'owned' | 'banned';
  readonly code: 'keeps' | 'renames';
  readonly byHolder?: 'keeps' | Refusal;
  readonly byOther: 'keeps' | 'renames' | Refusal;
}[] = [
  { it: 'that is new', history: nobody, code: 'keeps', byOther: 'keeps' },
  { it: 'that another account requested a code for', history: requestedBy(holder), code: 'keeps', byOther: 'renames' },
  { it: 'that the claimant requested a code for', history: requestedBy(other), code: 'keeps', byOther: 'keeps' },
  { it: 'claimed a moment ago', history: claimed, code: 'keeps', byHolder: 'keeps', byOther: taken },
  {
    it: 'claimed long ago without an account',
    history: claimed,
    age: LONG_AGO,
    code: 'renames',
    byHolder: 'keeps',
    byOther: 'renames',
  },
  {
    it: 'that an account has',
    history: registered,
    age: LONG_AGO,
    isListed: 'owned',
    code: 'keeps',
    byHolder: taken,
    byOther: taken,
  },
  { it: 'that its account has just left', history: moved, code: 'keeps', byHolder: 'keeps', byOther: taken },
  {
    it: 'that its account left long ago',
    history: moved,
    age: LONG_AGO,
    code: 'renames',
    byHolder: 'keeps',
    byOther: 'renames',
  },
  { it: 'of a deleted account', history: deleted, code: 'renames', byOther: 'renames' },
  { it: 'that was released', history: released, code: 'renames', byOther: 'renames' },
  {
    it: 'that is banned and claimed',
    history: banned(claimed),
    isListed: 'banned',
    code: 'keeps',
    byHolder: ban,
    byOther: ban,
  },
  { it: 'that is banned and released', history: banned(released), isListed: 'banned', code: 'keeps', byOther: ban },
];

const claimBy = async (userId: string, { history, age }: (typeof rows)[number]) => {
  const { directory, name } = await numberWith(history, age);
  const outcome = await directory.claim(phone, userId, metadataOf('claim'));
  if (typeof outcome !== 'string') return outcome;
  expect((await directory.lookUp(phone)).phoneKey).toBe(outcome);
  return outcome === name ? 'keeps' : 'renames';
};

describe.each(rows)('a number $it', (row) => {
  const { history, age, isListed, code, byHolder, byOther } = row;

  it(`a number ${row.it} is ${isListed ?? 'free'} in the directory`, async () => {
    const { directory, name } = await numberWith(history, age);
    const listing = await directory.lookUp(phone);
    expect(listing).toMatchObject({ phoneKey: name, banned: isListed === 'banned' });
    expect(listing.owner?.id).toBe(isListed === 'owned' ? holder : undefined);
  });

  it(`a number ${row.it} ${code === 'keeps' ? 'keeps its' : 'gets another'} name when a code is sent (SAFE-14)`, async () => {
    const { directory, name } = await numberWith(history, age);
    expect((await directory.alias(phone, metadataOf('code'))) === name ? 'keeps' : 'renames').toBe(code);
  });

  it(`a number ${row.it} is claimed by another account, or refused, as the table says (SAFE-14)`, async () => {
    expect(await claimBy(other, row)).toEqual(byOther);
  });

  if (byHolder === undefined) return;
  it(`a number ${row.it} is claimed by its holder, or refused, as the table says`, async () => {
    expect(await claimBy(holder, row)).toEqual(byHolder);
  });
});

describe('the directory', () => {
  it('the directory of numbers lists no name for a number that nobody asked about', async () => {
    const { directory } = await numberWith(nobody);
    expect(await directory.lookUp('+12125550199')).toEqual({ phoneKey: undefined, banned: false, owner: undefined });
  });

  it('the directory of numbers forgets the number that an account had, and those it requested codes for, but not those of others (SAFE-14)', async () => {
    const requested = '+12125550199';
    const { directory, name } = await numberWith((phoneKey) => [
      ...registered(phoneKey),
      [userStream(holder), { type: 'PhoneChangeRequested', data: { userId: holder, phone: requested } }],
    ]);
    await directory.alias(requested, metadataOf('requested'));
    await directory.forget(other, metadataOf);
    expect((await directory.lookUp(phone)).phoneKey).toBe(name);
    await directory.forget(holder, metadataOf);
    expect((await directory.lookUp(phone)).phoneKey).toBeUndefined();
    expect((await directory.lookUp(requested)).phoneKey).toBeUndefined();
  });

  it('the directory of numbers releases a number only for its holder, and remembers a banned one (ADMIN-10)', async () => {
    const { directory, name } = await numberWith(registered);
    await directory.release(other, name, metadataOf('other'));
    expect((await directory.lookUp(phone)).owner?.id).toBe(holder);
    await directory.release(holder, name, metadataOf('holder'));
    expect((await directory.lookUp(phone)).phoneKey).toBeUndefined();

    const blocked = await numberWith(banned(registered));
    await blocked.directory.release(holder, blocked.name, metadataOf('holder'));
    expect(await blocked.directory.lookUp(phone)).toMatchObject({ phoneKey: blocked.name, banned: true });
  });
});
