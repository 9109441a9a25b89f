import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type UserCommand, userDecider } from './decider.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const phoneKey = 'key';
const { given } = givenWhenThen(userDecider);
const facts = { now: 0 };

const registered: DomainEvent = { type: 'UserRegistered', data: { userId, phone: '+14155550100', phoneKey } };
const mailed: DomainEvent = { type: 'EmailChanged', data: { userId, email: 'robin@example.org' } };
const named: DomainEvent = { type: 'NameChanged', data: { userId, firstName: 'Robin', lastName: 'Vale' } };
const completed: DomainEvent = { type: 'ProfileCompleted', data: { userId } };
const deleted: DomainEvent = { type: 'AccountDeleted', data: { userId, phoneKey, reason: 'own-wish' } };

const changeEmail: UserCommand = { type: 'ChangeEmail', email: 'robin@example.org' };
const changeName: UserCommand = { type: 'ChangeName', firstName: 'Robin', lastName: 'Vale' };
const complete: UserCommand = { type: 'CompleteProfile' };
const changePhone = { type: 'ChangePhone', phone: '+14155550101', phoneKey: 'other', sessionId: 'session' } as const;
const deleteAccount: UserCommand = { type: 'DeleteAccount', reason: 'own-wish' };

describe('a profile', () => {
  it('a profile changes only if something differs', () => {
    given(registered).when(changeEmail, facts).then(mailed);
    given(registered, mailed).when(changeEmail, facts).then();
    given(registered).when(changeName, facts).then(named);
    given(registered, named).when(changeName, facts).then();
  });

  it('a profile is completed with email and both names, once (API-31)', () => {
    for (const history of [[], [mailed], [named]]) {
      given(registered, ...history)
        .when(complete, facts)
        .thenRefused('user/profile-unfinished');
    }
    given(registered, mailed, named).when(complete, facts).then(completed);
    given(registered, mailed, named, completed).when(complete, facts).then();
  });
});

describe('a change of the number', () => {
  it('a change of the number ends the other sessions in the same append (OPEN-028)', () => {
    given(registered)
      .when(changePhone, facts)
      .then(
        {
          type: 'PhoneChanged',
          data: { userId, phone: '+14155550101', phoneKey: 'other', previousPhoneKey: phoneKey },
        },
        { type: 'SessionsRevoked', data: { userId, except: 'session' } },
      );
    given(registered)
      .when({ ...changePhone, phoneKey }, facts)
      .then();
  });
});

describe('an account', () => {
  it('an account is registered once', () => {
    const user = { userId, phone: '+14155550100', phoneKey };
    given().when({ type: 'Register', user }, facts).then(registered);
    given(registered).when({ type: 'Register', user }, facts).then();
  });

  it('an account is deleted once and cannot change afterwards', () => {
    given(registered).when(deleteAccount, facts).then(deleted);
    given(registered, deleted).when(deleteAccount, facts).then();
    const changes: readonly UserCommand[] = [
      changeEmail,
      changeName,
      { type: 'ChangePicture', fileId: 'file' },
      changePhone,
      complete,
      { type: 'EndOtherSessions', sessionId: 'session' },
    ];
    for (const command of changes) {
      given(registered, deleted).when(command, facts).thenRefused('user/not-found');
      given().when(command, facts).thenRefused('user/not-found');
    }
  });
});
