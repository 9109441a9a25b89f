import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { PHONE_CHANGE_WAIT_MS, type UserCommand, userDecider } from './decider.ts';

const { given } = givenWhenThen(userDecider);
const userId = '00000000-0000-4000-8000-00000000000a';
const changeId = '00000000-0000-4000-8000-00000000000c';
const NOW = Date.parse('2026-05-14T12:00:00.000Z');
const effectiveAt = new Date(NOW + PHONE_CHANGE_WAIT_MS).toISOString();

const change = { changeId, phone: '+14155550199', sessionId: 'here' };
const registered: DomainEvent = { type: 'UserRegistered', data: { userId, phone: '+14155550100', phoneKey: 'old' } };
const scheduled: DomainEvent = { type: 'PhoneChangeScheduled', data: { userId, ...change, effectiveAt } };
const stopped: DomainEvent = { type: 'PhoneChangeStopped', data: { userId, changeId, reason: 'link' } };
const { phone } = change;
const phoneKey = 'new';
const changed: readonly DomainEvent[] = [
  { type: 'PhoneChanged', data: { userId, phone, phoneKey, previousPhoneKey: 'old' } },
  { type: 'SessionsRevoked', data: { userId, except: 'here' } },
];
const apply: UserCommand = { type: 'ApplyPhoneChange', changeId, phoneKey };
const stop = (id: string): UserCommand => ({ type: 'StopPhoneChange', reason: 'link', changeId: id });
const cancel: UserCommand = { type: 'StopPhoneChange', reason: 'account' };
const cancelled: DomainEvent = { type: 'PhoneChangeStopped', data: { userId, changeId, reason: 'account' } };
const at = (now: number) => ({ now });

describe('a pending change of number', () => {
  it('a pending change of number takes effect once, after 72 hours and not before (OPEN-028)', () => {
    given(registered).when({ type: 'SchedulePhoneChange', change }, at(NOW)).then(scheduled);
    given(registered, scheduled)
      .when(apply, at(NOW + PHONE_CHANGE_WAIT_MS - 1))
      .then();
    given(registered, scheduled)
      .when(apply, at(NOW + PHONE_CHANGE_WAIT_MS))
      .then(...changed);
    given(registered, scheduled, ...changed)
      .when(apply, at(NOW + PHONE_CHANGE_WAIT_MS))
      .then();
  });

  it('a pending change of number is stopped once by a link of the account, and then signs everyone out (OPEN-028)', () => {
    given(registered, scheduled)
      .when(stop(changeId), at(NOW))
      .then(stopped, { type: 'SessionsRevoked', data: { userId, except: null } });
    given(registered, scheduled).when(stop(userId), at(NOW)).thenRefused('phone/stop-link-invalid');
    given(registered, scheduled, stopped).when(stop(changeId), at(NOW)).then();
    given(registered, scheduled, stopped)
      .when(apply, at(NOW + PHONE_CHANGE_WAIT_MS))
      .then();
  });

  it('a pending change of number is stopped by the link of an earlier one that it replaced (OPEN-028)', () => {
    const second = { ...change, changeId: '00000000-0000-4000-8000-00000000000d' };
    const replacing: DomainEvent = { type: 'PhoneChangeScheduled', data: { userId, ...second, effectiveAt } };
    given(registered, scheduled, replacing)
      .when(stop(changeId), at(NOW))
      .then(
        { type: 'PhoneChangeStopped', data: { userId, changeId: second.changeId, reason: 'link' } },
        { type: 'SessionsRevoked', data: { userId, except: null } },
      );
  });

  it('a pending change of number ends for its own reason only, not for that of one it replaced', () => {
    const ending: UserCommand = { type: 'StopPhoneChange', reason: 'number-taken', changeId: userId };
    given(registered, scheduled).when(ending, at(NOW)).then();
  });

  it('a pending change of number is not stopped by its link once it was carried out or deleted with the account (OPEN-028)', () => {
    const deleted: DomainEvent = { type: 'AccountDeleted', data: { userId, phoneKey: 'old', reason: 'own-wish' } };
    for (const later of [changed, [deleted]])
      given(registered, scheduled, ...later)
        .when(stop(changeId), at(NOW))
        .thenRefused('phone/stop-link-invalid');
  });

  it('a pending change of number can be cancelled in the account, which is refused if none is pending (OPEN-028)', () => {
    const refused = 'phone/no-change-waiting';
    given(registered, scheduled).when(cancel, at(NOW)).then(cancelled);
    given(registered).when(cancel, at(NOW)).thenRefused(refused);
    given(registered, scheduled, cancelled).when(cancel, at(NOW)).thenRefused(refused);
    given(registered, scheduled, ...changed)
      .when(cancel, at(NOW + PHONE_CHANGE_WAIT_MS))
      .thenRefused(refused);
    given(registered, scheduled, cancelled)
      .when(apply, at(NOW + PHONE_CHANGE_WAIT_MS))
      .then();
  });
});
