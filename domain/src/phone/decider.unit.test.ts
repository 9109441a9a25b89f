import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf, recorded } from '../testing/recorded-events.ts';
import { userDecider } from '../user/decider.ts';
import { type PhoneCommand, phoneReservationDecider } from './decider.ts';

const [ada, ben] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const phoneKey = 'key';
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

const { given } = givenWhenThen(phoneReservationDecider);
const claimed = (userId: string): DomainEvent => ({ type: 'PhoneClaimed', data: { phoneKey, userId } });
const released = (userId: string): DomainEvent => ({ type: 'PhoneReleased', data: { phoneKey, userId } });
const user = (...events: readonly DomainEvent[]) => recorded(events).reduce(userDecider.evolve, userDecider.initial);
const registered: DomainEvent = { type: 'UserRegistered', data: { userId: ada, phone: '+14155550100', phoneKey } };
const moved: DomainEvent = {
  type: 'PhoneChanged',
  data: { userId: ada, phone: '+14155550101', phoneKey: 'other', previousPhoneKey: phoneKey },
};
const deleted: DomainEvent = { type: 'AccountDeleted', data: { userId: ada, phoneKey, reason: 'own-wish' } };
const claim: PhoneCommand = { type: 'ClaimPhone', phoneKey, userId: ben };
const release = (userId: string): PhoneCommand => ({ type: 'ReleasePhone', phoneKey, userId });
const later = (now: number, holder?: ReturnType<typeof user>) => ({ now, holder });

describe('claiming a number', () => {
  it('a free number goes to the first claimant, and a second claim by the same one has no effect', () => {
    given()
      .when(claim, later(at(0)))
      .then(claimed(ben));
    given(claimed(ben))
      .when(claim, later(at(1)))
      .then();
  });

  it('a claim is refused while an account has the number, no matter how old its claim is', () => {
    given(claimed(ada))
      .when(claim, later(at(0) + 3_600_000, user(registered)))
      .thenRefused('phone/taken');
  });

  it('a claim waits while the account of an earlier one may still be created, and needs another name after a minute', () => {
    given(claimed(ada))
      .when(claim, later(at(0) + 60_000, user()))
      .thenRefused('phone/taken');
    given(claimed(ada))
      .when(claim, later(at(0) + 60_001, user()))
      .thenRefused('service/unavailable');
  });

  it('a claim never takes over a released name or that of a deleted account (SAFE-14)', () => {
    given(claimed(ada))
      .when(claim, later(at(1), user(registered, deleted)))
      .thenRefused('service/unavailable');
    given(claimed(ada), released(ada))
      .when(claim, later(at(2)))
      .thenRefused('service/unavailable');
  });

  it('a claim needs another name once the account has had another number for a minute (SAFE-14)', () => {
    given(claimed(ada))
      .when(claim, later(at(0) + 60_001, user(registered, moved)))
      .thenRefused('service/unavailable');
  });

  it('a claim of a banned number is refused, even after its release', () => {
    const banned: DomainEvent = { type: 'PhoneBanned', data: { phoneKey } };
    given(claimed(ada), banned, released(ada))
      .when(claim, later(at(9)))
      .thenRefused('phone/banned');
  });
});

describe('releasing a number', () => {
  it('only the holder of a number releases it', () => {
    given(claimed(ada)).when(release(ada), later(0)).then(released(ada));
    given(claimed(ada)).when(release(ben), later(0)).then();
    given().when(release(ben), later(0)).then();
  });
});
