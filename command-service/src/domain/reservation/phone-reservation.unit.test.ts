import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { placeOf, recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, it } from 'vitest';
import { userAggregate } from '../user/user.ts';
import { decideClaim, decideRelease, phoneReservationAggregate } from './phone-reservation.ts';

const [ada, ben] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const phoneKey = 'key';
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

const { given } = testDecider(phoneReservationAggregate);
const claimed = (userId: string): DomainEvent => ({ type: 'PhoneClaimed', data: { phoneKey, userId } });
const released = (userId: string): DomainEvent => ({ type: 'PhoneReleased', data: { phoneKey, userId } });
const user = (...events: readonly DomainEvent[]) =>
  recorded(events).reduce(userAggregate.evolve, userAggregate.initial());
const registered: DomainEvent = { type: 'UserRegistered', data: { userId: ada, phone: '+14155550100', phoneKey } };
const moved: DomainEvent = {
  type: 'PhoneChanged',
  data: { userId: ada, phone: '+14155550101', phoneKey: 'other', previousPhoneKey: phoneKey },
};
const deleted: DomainEvent = { type: 'AccountDeleted', data: { userId: ada, phoneKey, reason: 'own-wish' } };
const bensClaim = { phoneKey, userId: ben };

describe('claiming a number', () => {
  it('gives it to the first, and to the same one again without a change', () => {
    given()
      .when((state) => decideClaim(state, undefined, bensClaim, at(0)))
      .then(claimed(ben));
    given(claimed(ben))
      .when((state) => decideClaim(state, undefined, bensClaim, at(1)))
      .then();
  });

  it('is refused while an account has it, however old the claim is', () => {
    given(claimed(ada))
      .when((state) => decideClaim(state, user(registered), bensClaim, at(0) + 3_600_000))
      .thenRefused('phone/taken');
  });

  it('is not refused for ever when the process died before the account was made (CQRS-01)', () => {
    given(claimed(ada))
      .when((state) => decideClaim(state, user(), bensClaim, at(0) + 60_000))
      .thenRefused('phone/taken');
    given(claimed(ada))
      .when((state) => decideClaim(state, user(), bensClaim, at(0) + 60_001))
      .then(released(ada), claimed(ben));
  });

  it('takes over from an account that is deleted at once, and from one that has another number after a minute', () => {
    given(claimed(ada))
      .when((state) => decideClaim(state, user(registered, deleted), bensClaim, at(1)))
      .then(released(ada), claimed(ben));
    given(claimed(ada))
      .when((state) => decideClaim(state, user(registered, moved), bensClaim, at(0) + 60_001))
      .then(released(ada), claimed(ben));
  });

  it('is refused for a banned number, also after its release', () => {
    const banned: DomainEvent = { type: 'PhoneBanned', data: { phoneKey } };
    given(claimed(ada), banned, released(ada))
      .when((state) => decideClaim(state, undefined, bensClaim, at(9)))
      .thenRefused('phone/banned');
  });
});

describe('releasing a number', () => {
  it('is for its holder alone', () => {
    given(claimed(ada))
      .when((state) => decideRelease(state, { phoneKey, userId: ada }))
      .then(released(ada));
    given(claimed(ada))
      .when((state) => decideRelease(state, bensClaim))
      .then();
    given()
      .when((state) => decideRelease(state, bensClaim))
      .then();
  });
});
