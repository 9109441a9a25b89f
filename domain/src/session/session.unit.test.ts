import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf, recorded } from '../testing/recorded-events.ts';
import { userDecider } from '../user/decider.ts';
import { type SessionCommand, sessionDecider, USE_PRECISION_MS } from './decider.ts';
import { isValidSession } from './session.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);
const registered: DomainEvent = { type: 'UserRegistered', data: { userId, phone: null, phoneKey: 'key' } };
const started: DomainEvent = {
  type: 'SessionStarted',
  data: { sessionId: 'here', userId, expiresAt: new Date(at(100)).toISOString(), device: 'Firefox on Linux' },
};
const revoked = (except: string | null): DomainEvent => ({ type: 'SessionsRevoked', data: { userId, except } });

/** Both streams of one history, with one event per second. */
const isValid = (history: readonly DomainEvent[], now = at(50)): boolean => {
  const events = recorded(history);
  const session = events.reduce(sessionDecider.evolve, sessionDecider.initial);
  return isValidSession(session, events.reduce(userDecider.evolve, userDecider.initial), now);
};

describe('a session', () => {
  it('a session is valid until it expires (SAFE-03)', () => {
    expect(isValid([registered, started], at(99))).toBe(true);
    expect(isValid([registered, started], at(100))).toBe(false);
  });

  it('a session ends with logout and with the account (SAFE-03, PERM-24)', () => {
    expect(
      isValid([registered, started, { type: 'SessionEnded', data: { sessionId: 'here', userId, reason: 'logout' } }]),
    ).toBe(false);
    expect(
      isValid([registered, started, { type: 'AccountDeleted', data: { userId, phoneKey: 'key', reason: 'banned' } }]),
    ).toBe(false);
    expect(isValid([registered])).toBe(false);
  });

  it('a session ends with a revocation if it started before, unless it is the exception', () => {
    expect(isValid([registered, started, revoked(null)])).toBe(false);
    expect(isValid([registered, started, revoked('there')])).toBe(false);
    expect(isValid([registered, started, revoked('here')])).toBe(true);
    expect(isValid([registered, revoked(null), started])).toBe(true);
  });

  it('a session that ended does not come back as the exception of a later revocation, as of a change of number it asked for (SAFE-03, OPEN-028)', () => {
    expect(isValid([registered, started, revoked('there'), revoked('here')])).toBe(false);
    expect(isValid([registered, started, revoked('here'), revoked(null), revoked('here')])).toBe(false);
    expect(isValid([registered, started, revoked('there'), revoked('here'), revoked('here')])).toBe(false);
    expect(isValid([registered, started, revoked('here'), revoked('here')])).toBe(true);
    expect(isValid([registered, revoked('there'), started, revoked('here')])).toBe(true);
  });
});

describe('deciding on a session', () => {
  const { given } = givenWhenThen(sessionDecider);
  const used: DomainEvent = { type: 'SessionUsed', data: { sessionId: 'here', userId } };
  const use: SessionCommand = { type: 'UseSession' };
  const by = (actorId: string, now = 0) => ({ actorId, now });

  it('the use of a session is recorded once an hour (SAFE-09)', () => {
    given(started)
      .when(use, by(userId, at(0) + USE_PRECISION_MS - 1))
      .then();
    given(started)
      .when(use, by(userId, at(0) + USE_PRECISION_MS))
      .then(used);
    given(started, used)
      .when(use, by(userId, at(1) + USE_PRECISION_MS - 1))
      .then();
  });

  it('a session is ended once, and only by its owner (SAFE-09)', () => {
    const ended: DomainEvent = { type: 'SessionEnded', data: { sessionId: 'here', userId, reason: 'revoked' } };
    const end: SessionCommand = { type: 'EndSession', reason: 'revoked' };
    given(started).when(end, by(userId)).then(ended);
    given(started, ended).when(end, by(userId)).then();
    given(started).when(end, by('00000000-0000-4000-8000-00000000000b')).thenRefused('session/not-found');
    given().when(end, by(userId)).thenRefused('session/not-found');
  });
});
