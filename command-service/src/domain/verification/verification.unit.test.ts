import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { placeOf, recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, expect, it } from 'vitest';
import { decideSend, decideVerify, refuseSend, verificationAggregate } from './verification.ts';

const { given } = testDecider(verificationAggregate);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const phoneKey = 'key';
const someone = '00000000-0000-4000-8000-00000000000a';

/** Milliseconds at which the n-th event of a history was recorded; they are a second apart. */
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

const code = { phoneKey, purpose: 'login' as const, salt: 'salt', codeHash: 'hash', requestedBy: null };
const sent = (
  index: number,
  more: Partial<{ purpose: 'login' | 'signup' | 'change-phone'; requestedBy: string | null }> = {},
): DomainEvent => ({
  type: 'CodeSent',
  data: { ...code, ...more, expiresAt: new Date(at(index) + 10 * MINUTE).toISOString() },
});
const rejected: DomainEvent = { type: 'CodeRejected', data: { phoneKey, purpose: 'login' } };
const accepted: DomainEvent = { type: 'CodeAccepted', data: { phoneKey, purpose: 'login' } };
const times = (count: number, event: DomainEvent): DomainEvent[] => Array.from({ length: count }, () => event);
const sends = (count: number): DomainEvent[] => Array.from({ length: count }, (_, index) => sent(index));

const right = () => true;
const wrong = () => false;
const attempt = { phoneKey, purpose: 'login' as const, requestedBy: null };

describe('sending a code', () => {
  it('records it with its end, ten minutes later', () => {
    given()
      .when((state) => decideSend(state, code, at(0)))
      .then(sent(0));
  });

  it('waits 30 s after the last one (SAFE-03)', () => {
    given(sent(0))
      .when((state) => decideSend(state, code, at(0) + 29_999))
      .thenRefused('code/wait');
    const now = at(0) + 30_000;
    given(sent(0))
      .when((state) => decideSend(state, code, now))
      .then({ type: 'CodeSent', data: { ...code, expiresAt: new Date(now + 10 * MINUTE).toISOString() } });
  });

  it('is refused after five in an hour and ten in a day, with the seconds to wait (SAFE-03)', () => {
    const refusalAt = (count: number, now: number) =>
      refuseSend(recorded(sends(count)).reduce(verificationAggregate.evolve, verificationAggregate.initial()), now);
    expect(refusalAt(5, at(4) + 5 * MINUTE)).toMatchObject({
      refused: 'code/too-many-sends',
      retryAfter: (at(0) + HOUR - at(4) - 5 * MINUTE) / 1000,
    });
    expect(refusalAt(5, at(4) + HOUR)).toBeUndefined();
    expect(refusalAt(10, at(9) + HOUR)).toMatchObject({ refused: 'code/too-many-sends' });
    expect(refusalAt(10, at(9) + DAY)).toBeUndefined();
  });

  it('is refused after ten wrong tries in an hour, whatever the codes (SAFE-03)', () => {
    given(sent(0), ...times(10, rejected))
      .when((state) => decideSend(state, code, at(0) + MINUTE))
      .thenRefused('code/too-many-sends');
  });
});

describe('judging a code', () => {
  it('accepts the right one once (AUTH-38)', () => {
    given(sent(0))
      .when((state) => decideVerify(state, attempt, right, at(1)))
      .then(accepted);
    given(sent(0), accepted)
      .when((state) => decideVerify(state, attempt, right, at(2)))
      .thenRefused('code/none');
  });

  it('records a wrong one, five times for a code (AUTH-38)', () => {
    given(sent(0), ...times(4, rejected))
      .when((state) => decideVerify(state, attempt, wrong, at(6)))
      .then(rejected);
    given(sent(0), ...times(5, rejected))
      .when((state) => decideVerify(state, attempt, right, at(6)))
      .thenRefused('code/too-many-tries');
  });

  it('counts wrong tries over resends, ten in an hour, until a right one (SAFE-03)', () => {
    const worn = [sent(0), ...times(4, rejected), sent(5), ...times(4, rejected), sent(10), ...times(2, rejected)];
    given(...worn)
      .when((state) => decideVerify(state, attempt, right, at(13)))
      .thenRefused('code/too-many-tries');
    given(...worn.slice(0, -1))
      .when((state) => decideVerify(state, attempt, right, at(13)))
      .then(accepted);
    given(...worn.slice(0, -1), accepted, sent(13))
      .when((state) => decideVerify(state, attempt, wrong, at(14)))
      .then(rejected);
  });

  it('refuses one of another purpose, of another person, or after ten minutes (AUTH-38)', () => {
    const other = { ...attempt, purpose: 'signup' as const };
    given(sent(0))
      .when((state) => decideVerify(state, other, right, at(1)))
      .thenRefused('code/none');
    const change = { phoneKey, purpose: 'change-phone' as const, requestedBy: null };
    given(sent(0, { purpose: 'change-phone', requestedBy: someone }))
      .when((state) => decideVerify(state, change, right, at(1)))
      .thenRefused('code/none');
    given(sent(0))
      .when((state) => decideVerify(state, attempt, right, at(0) + 10 * MINUTE))
      .thenRefused('code/none');
    given()
      .when((state) => decideVerify(state, attempt, right, at(0)))
      .thenRefused('code/none');
  });

  it('takes the newest code only', () => {
    const state = recorded([sent(0), { ...sent(1), data: { ...sent(1).data, salt: 'newer' } } as DomainEvent]).reduce(
      verificationAggregate.evolve,
      verificationAggregate.initial(),
    );
    const salts: string[] = [];
    decideVerify(state, attempt, (salt) => salts.push(salt) > 0, at(2));
    expect(salts).toEqual(['newer']);
  });
});
