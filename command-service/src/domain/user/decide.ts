import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../aggregate.ts';
import type { User } from './user.ts';

const existing = (user: User) => (user.status === 'active' ? undefined : refuse('user/not-found'));

export const decideChangeEmail = (user: User, email: string): Decision =>
  existing(user) ?? (user.email === email ? [] : [{ type: 'EmailChanged', data: { userId: user.id, email } }]);

export const decideChangeName = (user: User, name: { firstName: string; lastName: string }): Decision => {
  const refusal = existing(user);
  if (refusal !== undefined) return refusal;
  if (user.firstName === name.firstName && user.lastName === name.lastName) return [];
  return [{ type: 'NameChanged', data: { userId: user.id, ...name } }];
};

export const decideChangePicture = (user: User, fileId: string): Decision =>
  existing(user) ?? [{ type: 'PictureChanged', data: { userId: user.id, fileId } }];

export const decideCompleteProfile = (user: User): Decision => {
  const refusal = existing(user);
  if (refusal !== undefined) return refusal;
  if (user.profileComplete) return [];
  if (!user.email || !user.firstName || !user.lastName) return refuse('user/profile-unfinished');
  return [{ type: 'ProfileCompleted', data: { userId: user.id } }];
};

/** The number is proved already; every other session ends with the change. */
export const decideChangePhone = (
  user: User,
  change: { phone: string; phoneKey: string; sessionId: string },
): Decision => {
  const refusal = existing(user);
  if (refusal !== undefined) return refusal;
  const { phone, phoneKey, sessionId } = change;
  if (phoneKey === user.phoneKey) return [];
  return [
    { type: 'PhoneChanged', data: { userId: user.id, phone, phoneKey, previousPhoneKey: user.phoneKey } },
    { type: 'SessionsRevoked', data: { userId: user.id, except: sessionId } },
  ];
};

export const decideDeleteAccount = (user: User, reason: 'own-wish' | 'banned'): Decision =>
  user.status === 'active'
    ? [{ type: 'AccountDeleted', data: { userId: user.id, phoneKey: user.phoneKey, reason } }]
    : [];
