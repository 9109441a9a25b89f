import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { describe, it } from 'vitest';
import {
  decideChangeEmail,
  decideChangeName,
  decideChangePhone,
  decideChangePicture,
  decideCompleteProfile,
  decideDeleteAccount,
} from './decide.ts';
import { type User, userAggregate } from './user.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const phoneKey = 'key';
const { given } = testDecider(userAggregate);

const registered: DomainEvent = { type: 'UserRegistered', data: { userId, phone: '+14155550100', phoneKey } };
const mailed: DomainEvent = { type: 'EmailChanged', data: { userId, email: 'robin@example.org' } };
const named: DomainEvent = { type: 'NameChanged', data: { userId, firstName: 'Robin', lastName: 'Vale' } };
const completed: DomainEvent = { type: 'ProfileCompleted', data: { userId } };
const deleted: DomainEvent = { type: 'AccountDeleted', data: { userId, phoneKey, reason: 'own-wish' } };

describe('a profile', () => {
  it('changes only where something is different', () => {
    given(registered)
      .when((user) => decideChangeEmail(user, 'robin@example.org'))
      .then(mailed);
    given(registered, mailed)
      .when((user) => decideChangeEmail(user, 'robin@example.org'))
      .then();
    given(registered)
      .when((user) => decideChangeName(user, { firstName: 'Robin', lastName: 'Vale' }))
      .then(named);
    given(registered, named)
      .when((user) => decideChangeName(user, { firstName: 'Robin', lastName: 'Vale' }))
      .then();
  });

  it('is complete with email and both names, once (API-31)', () => {
    for (const history of [[], [mailed], [named]]) {
      given(registered, ...history)
        .when(decideCompleteProfile)
        .thenRefused('user/profile-unfinished');
    }
    given(registered, mailed, named).when(decideCompleteProfile).then(completed);
    given(registered, mailed, named, completed).when(decideCompleteProfile).then();
  });
});

describe('a change of the number', () => {
  const change = { phone: '+14155550101', phoneKey: 'other', sessionId: 'session' };
  it('ends the other sessions with the same append (OPEN-028)', () => {
    given(registered)
      .when((user) => decideChangePhone(user, change))
      .then(
        {
          type: 'PhoneChanged',
          data: { userId, phone: '+14155550101', phoneKey: 'other', previousPhoneKey: phoneKey },
        },
        { type: 'SessionsRevoked', data: { userId, except: 'session' } },
      );
    given(registered)
      .when((user) => decideChangePhone(user, { ...change, phoneKey }))
      .then();
  });
});

describe('a deleted account', () => {
  it('is deleted once, and takes no further change', () => {
    given(registered)
      .when((user) => decideDeleteAccount(user, 'own-wish'))
      .then(deleted);
    given(registered, deleted)
      .when((user) => decideDeleteAccount(user, 'own-wish'))
      .then();
    const changes: ((user: User) => ReturnType<typeof decideCompleteProfile>)[] = [
      (user) => decideChangeEmail(user, 'a@b.c'),
      (user) => decideChangeName(user, { firstName: 'A', lastName: 'B' }),
      (user) => decideChangePicture(user, 'file'),
      (user) => decideChangePhone(user, { phone: '+14155550101', phoneKey: 'other', sessionId: 'session' }),
      decideCompleteProfile,
    ];
    for (const change of changes) given(registered, deleted).when(change).thenRefused('user/not-found');
    for (const change of changes) given().when(change).thenRefused('user/not-found');
  });
});
