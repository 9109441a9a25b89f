import type { Aggregate } from '../aggregate.ts';

export type User = {
  status: 'none' | 'active' | 'deleted';
  id: string;
  phone: string | null;
  phoneKey: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  pictureId: string | null;
  profileComplete: boolean;
  createdAt: string;
  sessionsRevokedAt: string | null;
  sessionExcepted: string | null;
};

const nobody = (): User => ({
  status: 'none',
  id: '',
  phone: null,
  phoneKey: '',
  email: null,
  firstName: null,
  lastName: null,
  pictureId: null,
  profileComplete: false,
  createdAt: '',
  sessionsRevokedAt: null,
  sessionExcepted: null,
});

export const userAggregate: Aggregate<User> = {
  category: 'user',
  initial: nobody,
  evolve: (user, event) => {
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
        return { ...user, phone: event.data.phone, phoneKey: event.data.phoneKey };
      case 'SessionsRevoked':
        return { ...user, sessionsRevokedAt: event.recordedAt, sessionExcepted: event.data.except };
      case 'AccountDeleted':
        return { ...nobody(), status: 'deleted', id: user.id, phoneKey: user.phoneKey };
      default:
        return user;
    }
  },
};
