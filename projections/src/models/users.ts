import { change, type Model, put, remove } from './model.ts';

const userId = (event: { readonly data: { readonly userId: string } }): string => event.data.userId;

/** Accounts. */
export const users: Model = {
  name: 'users',
  version: 3,
  collections: ['users', 'phoneChanges'],
  on: {
    UserRegistered: [
      put('users', ({ data, recordedAt }) => ({
        id: data.userId,
        phone: data.phone,
        email: null,
        firstName: null,
        lastName: null,
        pictureId: null,
        profileComplete: false,
        createdAt: recordedAt,
        sessionsRevokedAt: null,
        sessionExcepted: null,
        waitingPhone: null,
      })),
    ],
    EmailChanged: [change('users', userId, (user, { data }) => ({ ...user, email: data.email }))],
    NameChanged: [
      change('users', userId, (user, { data }) => ({ ...user, firstName: data.firstName, lastName: data.lastName })),
    ],
    PictureChanged: [change('users', userId, (user, { data }) => ({ ...user, pictureId: data.fileId }))],
    ProfileCompleted: [change('users', userId, (user) => ({ ...user, profileComplete: true }))],
    PhoneChanged: [
      change('users', userId, (user, { data }) => ({ ...user, phone: data.phone, waitingPhone: null })),
      remove('phoneChanges', userId),
    ],
    PhoneChangeScheduled: [
      put('phoneChanges', ({ data }) => ({
        id: data.userId,
        status: 'waiting' as const,
        effectiveAt: data.effectiveAt,
      })),
      change('users', userId, (user, { data: { phone, effectiveAt } }) => ({
        ...user,
        waitingPhone: { phone, effectiveAt },
      })),
    ],
    PhoneChangeStopped: [
      remove('phoneChanges', userId),
      change('users', userId, (user) => ({ ...user, waitingPhone: null })),
    ],
    SessionsRevoked: [
      change('users', userId, (user, { data, recordedAt }) => ({
        ...user,
        sessionsRevokedAt: recordedAt,
        sessionExcepted: data.except,
      })),
    ],
    AccountDeleted: [remove('users', userId), remove('phoneChanges', userId)],
  },
};
