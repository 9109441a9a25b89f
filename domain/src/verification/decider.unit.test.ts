import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf } from '../testing/recorded-events.ts';
import { type VerificationCommand, verificationDecider } from './decider.ts';

const { given } = givenWhenThen(verificationDecider);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const phoneKey = 'key';
const someone = '00000000-0000-4000-8000-00000000000a';

/** Milliseconds at which the n-th event of a history was recorded; they are a second apart. */
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

const code = {
  phoneKey,
  purpose: 'login' as const,
  salt: 'salt',
  codeHash: 'hash',
  requestedBy: null,
  addressKey: 'here',
};
const sent = (
  index: number,
  more: Partial<{ purpose: 'login' | 'signup' | 'change-phone'; requestedBy: string | null }> = {},
): DomainEvent => ({
  type: 'CodeSent',
  data: { ...code, ...more, expiresAt: new Date(at(index) + 10 * MINUTE).toISOString() },
});
const rejected: DomainEvent = { type: 'CodeRejected', data: { phoneKey, purpose: 'login', addressKey: 'here' } };
const accepted: DomainEvent = {
  type: 'CodeAccepted',
  data: { phoneKey, purpose: 'login', addressKey: 'here', sealedToken: null },
};
const times = (count: number, event: DomainEvent): DomainEvent[] => Array.from({ length: count }, () => event);
const sends = (count: number): DomainEvent[] => Array.from({ length: count }, (_, index) => sent(index));

const send = (more: Partial<typeof code> = {}): VerificationCommand => ({
  type: 'SendCode',
  code: { ...code, ...more },
});
const right = (now: number) => ({ now, isRight: true });
const wrong = (now: number) => ({ now, isRight: false });
const attempt = { phoneKey, purpose: 'login' as const, requestedBy: null, addressKey: 'here', sealedToken: null };
type Attempt = Extract<VerificationCommand, { type: 'EnterCode' }>['entered'];
const enter = (more: Partial<Attempt> = {}): VerificationCommand => ({
  type: 'EnterCode',
  entered: { ...attempt, ...more },
});

describe('sending a code', () => {
  it('a code that is sent is recorded with its expiry ten minutes later', () => {
    given()
      .when(send(), { now: at(0) })
      .then(sent(0));
  });

  it('a code is sent 30 s after the previous one at the earliest (SAFE-03)', () => {
    given(sent(0))
      .when(send(), { now: at(0) + 29_999 })
      .thenRefused('code/wait');
    const now = at(0) + 30_000;
    given(sent(0))
      .when(send(), { now: now })
      .then({ type: 'CodeSent', data: { ...code, expiresAt: new Date(now + 10 * MINUTE).toISOString() } });
  });

  it('a code is refused after five in an hour and ten in a day, with the seconds to wait (SAFE-03)', () => {
    const outcomeAt = (count: number, now: number) =>
      verificationDecider.decide(send(), given(...sends(count)).state(), { now });
    expect(outcomeAt(5, at(4) + 5 * MINUTE)).toMatchObject({
      refused: 'code/too-many-sends',
      retryAfter: (at(0) + HOUR - at(4) - 5 * MINUTE) / 1000,
    });
    expect(outcomeAt(5, at(4) + HOUR)).toMatchObject([{ type: 'CodeSent' }]);
    expect(outcomeAt(10, at(9) + HOUR)).toMatchObject({ refused: 'code/too-many-sends' });
    expect(outcomeAt(10, at(9) + DAY)).toMatchObject([{ type: 'CodeSent' }]);
  });

  it('a code is refused after ten wrong tries in an hour across all codes (SAFE-03)', () => {
    given(sent(0), ...times(10, rejected))
      .when(send(), { now: at(0) + MINUTE })
      .thenRefused('code/too-many-sends');
  });
});

describe('checking a code', () => {
  it('a code that a newer one replaced is refused without costing a try, until the newer one is accepted', () => {
    const earlier = (now: number) => ({ now, isRight: false, isEarlier: true });
    given(sent(0), sent(1))
      .when(enter(), earlier(at(2)))
      .thenRefused('code/superseded');
    given(sent(0), sent(1), ...times(5, rejected))
      .when(enter(), earlier(at(7)))
      .thenRefused('code/too-many-tries');
    const codes = (...history: readonly DomainEvent[]) => given(...history).state().earlier.length;
    expect([codes(sent(0)), codes(sent(0), sent(1)), codes(sent(0), sent(1), accepted)]).toEqual([0, 1, 0]);
  });

  it('the right code is accepted once (AUTH-38)', () => {
    given(sent(0))
      .when(enter(), right(at(1)))
      .then(accepted);
    given(sent(0), accepted)
      .when(enter(), right(at(2)))
      .thenRefused('code/none');
  });

  it('a wrong code is recorded, at most five times per code (AUTH-38)', () => {
    given(sent(0), ...times(4, rejected))
      .when(enter(), wrong(at(6)))
      .then(rejected);
    given(sent(0), ...times(5, rejected))
      .when(enter(), right(at(6)))
      .thenRefused('code/too-many-tries');
  });

  it('wrong tries count across resends, ten in an hour, until a right one (SAFE-03)', () => {
    const worn = [sent(0), ...times(4, rejected), sent(5), ...times(4, rejected), sent(10), ...times(2, rejected)];
    given(...worn)
      .when(enter(), right(at(13)))
      .thenRefused('code/too-many-tries');
    given(...worn.slice(0, -1))
      .when(enter(), right(at(13)))
      .then(accepted);
    given(...worn.slice(0, -1), accepted, sent(13))
      .when(enter(), wrong(at(14)))
      .then(rejected);
  });

  it('a code is refused for another purpose or person, and after ten minutes (AUTH-38)', () => {
    given(sent(0))
      .when(enter({ purpose: 'signup' }), right(at(1)))
      .thenRefused('code/none');
    given(sent(0, { purpose: 'change-phone', requestedBy: someone }))
      .when(enter({ purpose: 'change-phone' }), right(at(1)))
      .thenRefused('code/none');
    given(sent(0))
      .when(enter(), right(at(0) + 10 * MINUTE))
      .thenRefused('code/none');
    given()
      .when(enter(), right(at(0)))
      .thenRefused('code/none');
  });

  it('a right code stays valid while something else must be right too (OPEN-028)', () => {
    given(sent(0))
      .when(enter({ keep: true }), right(at(1)))
      .then();
    given(sent(0))
      .when(enter({ keep: true }), wrong(at(1)))
      .then(rejected);
  });

  it('only the newest code is accepted', () => {
    const newer = { ...sent(1), data: { ...sent(1).data, salt: 'newer' } } as DomainEvent;
    expect(given(sent(0), newer).state().code?.salt).toBe('newer');
  });
});

describe('strangers at a number', () => {
  const from = (event: DomainEvent, addressKey: string | null): DomainEvent =>
    ({ ...event, data: { ...event.data, addressKey } }) as DomainEvent;
  /** The owner signed in at home. Then a stranger guesses at a code that was sent to the number. */
  const guessed = [sent(0), accepted, sent(2), ...times(5, from(rejected, 'elsewhere'))];

  it('strangers do not use up the tries of an address where the owner was recognized before (SAFE-03)', () => {
    given(...guessed)
      .when(enter(), right(at(10)))
      .then(accepted);
    given(...guessed)
      .when(enter({ addressKey: 'elsewhere' }), right(at(10)))
      .thenRefused('code/too-many-tries');
  });

  it('strangers do not use up the codes of an hour or a day of an address where the owner was recognized before (SAFE-03)', () => {
    const flood = Array.from({ length: 10 }, (_, index) => from(sent(index + 2), 'elsewhere'));
    const now = at(12) + MINUTE;
    const fresh = {
      type: 'CodeSent',
      data: { ...code, expiresAt: new Date(now + 10 * MINUTE).toISOString() },
    } as const;
    given(sent(0), accepted, ...flood)
      .when(send(), { now: now })
      .then(fresh);
    given(sent(0), accepted, ...flood)
      .when(send({ addressKey: 'elsewhere' }), { now: now })
      .thenRefused('code/too-many-sends');
  });

  it('strangers share their limits, no matter from how many addresses they come (SAFE-03)', () => {
    const many = times(10, rejected).map((event, index) => from(event, `address ${index}`));
    given(sent(0), ...many)
      .when(enter({ addressKey: 'another' }), right(at(20)))
      .thenRefused('code/too-many-tries');
  });
});
