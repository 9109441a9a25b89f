import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { placeOf, recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, expect, it } from 'vitest';
import { userAggregate } from '../user/user.ts';
import { isValidSession, sessionAggregate } from './session.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);
const registered: DomainEvent = { type: 'UserRegistered', data: { userId, phone: null, phoneKey: 'key' } };
const started: DomainEvent = {
  type: 'SessionStarted',
  data: { sessionId: 'here', userId, expiresAt: new Date(at(100)).toISOString() },
};
const revoked = (except: string | null): DomainEvent => ({ type: 'SessionsRevoked', data: { userId, except } });

/** Both streams of one history: every event at its own second. */
const isValid = (history: readonly DomainEvent[], now = at(50)): boolean => {
  const events = recorded(history);
  const session = events.reduce(sessionAggregate.evolve, sessionAggregate.initial());
  return isValidSession(session, events.reduce(userAggregate.evolve, userAggregate.initial()), now);
};

describe('a session', () => {
  it('counts until it expires (SAFE-03)', () => {
    expect(isValid([registered, started], at(99))).toBe(true);
    expect(isValid([registered, started], at(100))).toBe(false);
  });

  it('ends with logging out and with the account (SAFE-03, PERM-24)', () => {
    expect(
      isValid([registered, started, { type: 'SessionEnded', data: { sessionId: 'here', userId, reason: 'logout' } }]),
    ).toBe(false);
    expect(
      isValid([registered, started, { type: 'AccountDeleted', data: { userId, phoneKey: 'key', reason: 'banned' } }]),
    ).toBe(false);
    expect(isValid([registered])).toBe(false);
  });

  it('that began before a revocation ends, but the excepted one and those that begin later', () => {
    expect(isValid([registered, started, revoked(null)])).toBe(false);
    expect(isValid([registered, started, revoked('there')])).toBe(false);
    expect(isValid([registered, started, revoked('here')])).toBe(true);
    expect(isValid([registered, revoked(null), started])).toBe(true);
  });
});
