import type { DataOf } from '../event-catalogue.ts';
import type { StoredEvent } from '../stored-event.ts';

/** A verified new number that is pending. The session that requested it stays signed in. */
export type WaitingPhone = Omit<DataOf<'PhoneChangeScheduled'>, 'userId'>;

export type User = {
  readonly status: 'none' | 'active' | 'deleted';
  readonly id: string;
  readonly phone: string | null;
  readonly phoneKey: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureId: string | null;
  readonly waitingPhone: WaitingPhone | null;
  /** The changes of number scheduled since the account has this one. The link of each stops whichever is pending. */
  readonly scheduledChangeIds: readonly string[];
  readonly profileComplete: boolean;
  readonly createdAt: string;
  readonly sessionsRevokedAt: string | null;
  readonly sessionExcepted: string | null;
  /** The excepted session must have started after this instant: an earlier revocation ended older ones. */
  readonly sessionExceptedAfter: string | null;
};

export const nobody: User = {
  status: 'none',
  id: '',
  phone: null,
  phoneKey: '',
  email: null,
  firstName: null,
  lastName: null,
  pictureId: null,
  waitingPhone: null,
  scheduledChangeIds: [],
  profileComplete: false,
  createdAt: '',
  sessionsRevokedAt: null,
  sessionExcepted: null,
  sessionExceptedAfter: null,
};

export const evolveUser = (user: User, event: StoredEvent): User => {
  switch (event.type) {
    case 'UserRegistered':
      return {
        ...user,
        status: 'active',
        id: event.data.userId,
        phone: event.data.phone,
        phoneKey: event.data.phoneKey,
        createdAt: event.recordedAt,
      };
    case 'EmailChanged':
      return { ...user, email: event.data.email };
    case 'NameChanged':
      return { ...user, firstName: event.data.firstName, lastName: event.data.lastName };
    case 'PictureChanged':
      return { ...user, pictureId: event.data.fileId };
    case 'ProfileCompleted':
      return { ...user, profileComplete: true };
    case 'PhoneChanged':
      return {
        ...user,
        phone: event.data.phone,
        phoneKey: event.data.phoneKey,
        waitingPhone: null,
        scheduledChangeIds: [],
      };
    case 'PhoneChangeScheduled': {
      const { userId: _, ...waitingPhone } = event.data;
      return { ...user, waitingPhone, scheduledChangeIds: [...user.scheduledChangeIds, waitingPhone.changeId] };
    }
    case 'PhoneChangeStopped':
      return { ...user, waitingPhone: null };
    case 'SessionsRevoked':
      return {
        ...user,
        sessionsRevokedAt: event.recordedAt,
        sessionExcepted: event.data.except,
        sessionExceptedAfter:
          event.data.except === user.sessionExcepted ? user.sessionExceptedAfter : user.sessionsRevokedAt,
      };
    case 'AccountDeleted':
      return { ...nobody, status: 'deleted', id: user.id, phoneKey: user.phoneKey };
    default:
      return user;
  }
};
