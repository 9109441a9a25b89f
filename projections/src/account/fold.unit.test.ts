import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, happens, registered } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { users } from './fold.ts';

const { given } = testProjection(projectWith(users));

const newcomer = (id: string, index: number) => ({
  id,
  phone: '+12125550123',
  email: null,
  firstName: null,
  lastName: null,
  pictureId: null,
  profileComplete: false,
  createdAt: placeOf(index).recordedAt,
  sessionsRevokedAt: null,
  sessionExcepted: null,
  waitingPhone: null,
});

describe('the user model', () => {
  it('the user model starts a user with only the phone number', () =>
    given(registered(ada)).then({ users: [newcomer(ada, 0)] }));

  it('the user model stores the profile', () =>
    given(registered(ada), registered(ben))
      .when(
        happens('EmailChanged', { userId: ada, email: 'ada@example.com' }),
        happens('NameChanged', { userId: ada, firstName: 'Ada', lastName: 'Lovelace' }),
        happens('PictureChanged', { userId: ada, fileId: 'picture-1' }),
        happens('ProfileCompleted', { userId: ada }),
        happens('PhoneChanged', { userId: ada, phone: '+12125550199', phoneKey: 'b', previousPhoneKey: 'a' }),
        happens('SessionsRevoked', { userId: ada, except: 'session-1' }),
      )
      .then({
        users: [
          {
            ...newcomer(ada, 0),
            phone: '+12125550199',
            email: 'ada@example.com',
            firstName: 'Ada',
            lastName: 'Lovelace',
            pictureId: 'picture-1',
            profileComplete: true,
            sessionsRevokedAt: placeOf(7).recordedAt,
            sessionExcepted: 'session-1',
          },
          newcomer(ben, 1),
        ],
      }));

  const effectiveAt = '2026-05-17T12:00:00.000Z';
  const scheduled = happens('PhoneChangeScheduled', {
    userId: ada,
    changeId: ben,
    phone: '+12125550199',
    effectiveAt,
    sessionId: 'session-1',
  });

  it('the user model shows a change of number while it is pending (OPEN-028)', async () => {
    const waiting = {
      users: [{ ...newcomer(ada, 0), waitingPhone: { phone: '+12125550199', effectiveAt } }],
      phoneChanges: [{ id: ada, status: 'waiting', effectiveAt }],
    };
    await given(registered(ada)).when(scheduled).then(waiting);
    await given(registered(ada), scheduled)
      .when(happens('PhoneChangeStopped', { userId: ada, changeId: ben, reason: 'account' }))
      .then({ users: [newcomer(ada, 0)] });
    await given(registered(ada), scheduled)
      .when(happens('PhoneChanged', { userId: ada, phone: '+12125550199', phoneKey: 'b', previousPhoneKey: 'a' }))
      .then({ users: [{ ...newcomer(ada, 0), phone: '+12125550199' }] });
  });

  it('the user model forgets a deleted account, and ignores events of unknown ones', () =>
    given(registered(ada), registered(ben))
      .when(accountDeleted(ada), happens('EmailChanged', { userId: ada, email: null }))
      .then({ users: [newcomer(ben, 1)] }));
});
