import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { type Rules, type ThinChange, toUser, withoutAudience } from '../audience.ts';
import { change, model, put, remove } from '../model.ts';
import { sessionEnded } from '../session/fold.ts';

const accountUpdated = (
  userId: string,
  aspect: 'email' | 'name' | 'picture' | 'profile' | 'phone' | 'reminder' | 'deleted',
): ThinChange => toUser('accountUpdated', userId, { userId, aspect });

/** Audiences of its events. */
export const accountChanges = {
  EmailChanged: ({ data }) => [accountUpdated(data.userId, 'email')],
  NameChanged: ({ data }) => [accountUpdated(data.userId, 'name')],
  PictureChanged: ({ data }) => [accountUpdated(data.userId, 'picture')],
  ProfileCompleted: ({ data }) => [accountUpdated(data.userId, 'profile')],
  PhoneChangeScheduled: ({ data }) => [accountUpdated(data.userId, 'phone')],
  PhoneChangeStopped: ({ data }) => [accountUpdated(data.userId, 'phone')],
  PhoneChanged: ({ data }) => [accountUpdated(data.userId, 'phone')],
  ReminderDefaultChosen: ({ data }) => [accountUpdated(data.userId, 'reminder')],
  AccountDeleted: ({ data }) => [
    accountUpdated(data.userId, 'deleted'),
    sessionEnded(data.userId, { reason: 'account-deleted' }),
  ],
  ...withoutAudience('UserRegistered', 'AccountErased'),
} satisfies Rules;

/**
 * The person who looks different to others after an event; `undefined` for most events. People without a name are shown by the
 * last digits of their number.
 */
export const changedPerson = (event: StoredEvent): string | undefined => {
  switch (event.type) {
    case 'NameChanged':
    case 'PictureChanged':
    case 'PhoneChanged':
      return event.data.userId;
    default:
      return undefined;
  }
};

const userId = (event: { readonly data: { readonly userId: string } }): string => event.data.userId;

export const users = model({
  name: 'users',
  version: 4,
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
    ReminderDefaultChosen: [change('users', userId, (user, { data }) => ({ ...user, reminderDefault: data.minutes }))],
    SessionsRevoked: [
      change('users', userId, (user, { data, recordedAt }) => ({
        ...user,
        sessionsRevokedAt: recordedAt,
        sessionExcepted: data.except,
      })),
    ],
  },
});
