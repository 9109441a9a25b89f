import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import { evolveUser, nobody, type User } from './user.ts';

/** Milliseconds during which the current number can stop a change it did not confirm. */
export const PHONE_CHANGE_WAIT_MS = 72 * 3_600_000;

type Name = { readonly firstName: string; readonly lastName: string };
/** A verified and reserved number. */
type NewPhone = { readonly phone: string; readonly phoneKey: string; readonly sessionId: string };

/** A signed-in person stops the pending change; a link and a due change name theirs. */
export type StopReason =
  | { readonly reason: 'sign-in' | 'account' }
  | { readonly reason: 'link' | 'number-taken' | 'number-banned'; readonly changeId: string };

export type UserCommand =
  | { readonly type: 'Register'; readonly user: DataOf<'UserRegistered'> }
  | { readonly type: 'ChangeEmail'; readonly email: string }
  | ({ readonly type: 'ChangeName' } & Name)
  | { readonly type: 'ChangePicture'; readonly fileId: string }
  | { readonly type: 'CompleteProfile' }
  | { readonly type: 'RequestPhoneChange'; readonly phone: string }
  | ({ readonly type: 'ChangePhone' } & NewPhone)
  | {
      readonly type: 'SchedulePhoneChange';
      readonly change: Omit<DataOf<'PhoneChangeScheduled'>, 'userId' | 'effectiveAt'>;
    }
  /** @param changeId if absent, whichever change is pending. */
  | ({ readonly type: 'StopPhoneChange' } & StopReason)
  | { readonly type: 'ApplyPhoneChange'; readonly changeId: string; readonly phoneKey: string }
  | { readonly type: 'RecordPreviousNumberNotified'; readonly phoneKey: string }
  | { readonly type: 'EndOtherSessions'; readonly sessionId: string }
  | ({ readonly type: 'DeleteAccount' } & (
      | { readonly reason: 'own-wish' }
      /** @param by the name that the administrator signed in with. */
      | { readonly reason: 'banned'; readonly by: string }
    ))
  /** The keys of a deleted account are destroyed. */
  | { readonly type: 'RecordErasure' };

/** `now` in milliseconds. */
export type UserFacts = { readonly now: number };

const changeName = ({ id: userId, ...user }: User, { firstName, lastName }: Name): Decision =>
  user.firstName === firstName && user.lastName === lastName
    ? []
    : [{ type: 'NameChanged', data: { userId, firstName, lastName } }];

const completeProfile = ({ id: userId, profileComplete, email, firstName, lastName }: User): Decision => {
  if (profileComplete) return [];
  if (!email || !firstName || !lastName) return refuse('user/profile-unfinished');
  return [{ type: 'ProfileCompleted', data: { userId } }];
};

/** The number is already verified. Every other session ends with the change. */
const changePhone = ({ id: userId, phoneKey: previousPhoneKey }: User, change: NewPhone): Decision => {
  const { phone, phoneKey, sessionId } = change;
  if (phoneKey === previousPhoneKey) return [];
  return [
    { type: 'PhoneChanged', data: { userId, phone, phoneKey, previousPhoneKey } },
    { type: 'SessionsRevoked', data: { userId, except: sessionId } },
  ];
};

/** The new number is verified, the current one is not. A later change replaces a pending one. */
const schedulePhoneChange = (
  user: User,
  change: Extract<UserCommand, { type: 'SchedulePhoneChange' }>['change'],
  now: number,
): Decision => {
  if (change.phone === user.phone) return refuse('phone/unchanged');
  const effectiveAt = new Date(now + PHONE_CHANGE_WAIT_MS).toISOString();
  return [{ type: 'PhoneChangeScheduled', data: { userId: user.id, ...change, effectiveAt } }];
};

type Stopping = Extract<UserCommand, { type: 'StopPhoneChange' }>;

/** The end of a due change does not end one that replaced it. */
const concerns = (stopping: Stopping, changeId: string): boolean =>
  !('changeId' in stopping) || stopping.reason === 'link' || stopping.changeId === changeId;

/** Any link that was sent to the current number stops the pending change. Opening it twice is harmless. */
const stopPhoneChange = ({ id: userId, waitingPhone, scheduledChangeIds }: User, stopping: Stopping): Decision => {
  const { reason } = stopping;
  if (reason === 'link' && !scheduledChangeIds.includes(stopping.changeId)) return refuse('phone/stop-link-invalid');
  if (waitingPhone === null || !concerns(stopping, waitingPhone.changeId))
    return reason === 'account' ? refuse('phone/no-change-waiting') : [];
  const stopped = { type: 'PhoneChangeStopped', data: { userId, changeId: waitingPhone.changeId, reason } } as const;
  // The session that requested the change could request it again at once.
  return reason === 'link' ? [stopped, { type: 'SessionsRevoked', data: { userId, except: null } }] : [stopped];
};

type Applying = Extract<UserCommand, { type: 'ApplyPhoneChange' }>;

/** Does nothing if the change was stopped or is not due. */
const applyPhoneChange = (user: User, { changeId, phoneKey }: Applying, now: number): Decision => {
  const { status, waitingPhone } = user;
  if (status !== 'active' || waitingPhone?.changeId !== changeId) return [];
  const { phone, sessionId, effectiveAt } = waitingPhone;
  if (phone === null || Date.parse(effectiveAt) > now) return [];
  return changePhone(user, { phone, phoneKey, sessionId });
};

type OfAccount = Extract<
  UserCommand,
  {
    type:
      | 'ChangeEmail'
      | 'ChangeName'
      | 'ChangePicture'
      | 'CompleteProfile'
      | 'RequestPhoneChange'
      | 'ChangePhone'
      | 'SchedulePhoneChange'
      | 'EndOtherSessions';
  }
>;

/** Commands on an existing account. */
const change = (command: OfAccount, user: User, { now }: UserFacts): Decision => {
  const { id: userId } = user;
  switch (command.type) {
    case 'ChangeEmail': {
      const { email } = command;
      return user.email === email ? [] : [{ type: 'EmailChanged', data: { userId, email } }];
    }
    case 'ChangeName':
      return changeName(user, command);
    case 'ChangePicture':
      return [{ type: 'PictureChanged', data: { userId, fileId: command.fileId } }];
    case 'CompleteProfile':
      return completeProfile(user);
    case 'RequestPhoneChange':
      return [{ type: 'PhoneChangeRequested', data: { userId, phone: command.phone } }];
    case 'ChangePhone':
      return changePhone(user, command);
    case 'SchedulePhoneChange':
      return schedulePhoneChange(user, command.change, now);
    case 'EndOtherSessions':
      return [{ type: 'SessionsRevoked', data: { userId, except: command.sessionId } }];
  }
};

const decide = (command: UserCommand, user: User, facts: UserFacts): Decision => {
  const { status, id: userId, phoneKey } = user;
  switch (command.type) {
    case 'Register':
      return status === 'none' ? [{ type: 'UserRegistered', data: command.user }] : [];
    case 'StopPhoneChange':
      return stopPhoneChange(user, command);
    case 'ApplyPhoneChange':
      return applyPhoneChange(user, command, facts.now);
    case 'RecordPreviousNumberNotified':
      return [{ type: 'PreviousNumberNotified', data: { userId, phoneKey: command.phoneKey } }];
    case 'DeleteAccount': {
      const { type: _, ...why } = command;
      return status === 'active' ? [{ type: 'AccountDeleted', data: { userId, phoneKey, ...why } }] : [];
    }
    case 'RecordErasure':
      return [{ type: 'AccountErased', data: { userId } }];
    default:
      return status === 'active' ? change(command, user, facts) : refuse('user/not-found');
  }
};

export const userDecider: Decider<UserCommand, User, UserFacts> = { initial: nobody, decide, evolve: evolveUser };
