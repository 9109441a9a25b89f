import type { PersonView, UserView } from '@quorum/contracts/account/wire.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User, WaitingPhone } from '@quorum/domain/user/user.ts';
import { collectionOf } from './collection.ts';
import { join } from './joins.ts';
import { fileAddress } from './media.ts';

/**
 * The documents of the read models. Only projections write them; the query service and process managers read them. Instants are
 * UTC, ISO 8601. Personal texts are `null` if their key was destroyed before the document was built.
 */

/** Sessions that started at or before `sessionsRevokedAt` have ended, except `sessionExcepted`. */
export type UserDocument = Omit<
  User,
  'status' | 'phoneKey' | 'waitingPhone' | 'scheduledChangeIds' | 'sessionExceptedAfter'
> & {
  /** The number the account gets at `effectiveAt`, unless stopped. */
  readonly waitingPhone: Pick<WaitingPhone, 'phone' | 'effectiveAt'> | null;
  /** Absent before the person chose it. */
  readonly reminderDefault?: Reminder | undefined;
};

/** A pending change of number. Id: the person's. */
export type PhoneChangeDocument = { readonly id: string; readonly status: 'waiting'; readonly effectiveAt: string };

export const accountCollections = {
  users: collectionOf<UserDocument>({ person: 'id', isApart: true }),
  phoneChanges: collectionOf<PhoneChangeDocument>({ person: 'id', isApart: true }, ['status', 'effectiveAt']),
};

/**
 * Turns documents into views. Queries, the gateway and commands (which first bring aggregate state into document form) share it,
 * so that a thing looks the same wherever it comes from. Pure; the caller joins names and pictures.
 */

type UserFacts = Omit<UserDocument, 'sessionsRevokedAt' | 'sessionExcepted'>;

export type PersonFacts = Pick<UserDocument, 'id' | 'firstName' | 'lastName' | 'pictureId' | 'phone'>;

/** The person's own account; nobody else gets this view. */
export const userView = (user: UserFacts): UserView => ({
  _id: user.id,
  id: user.id,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email ?? '',
  phoneNumber: user.phone ?? '',
  profilePictureUrl: user.pictureId === null ? null : fileAddress(user.pictureId),
  profileComplete: user.profileComplete,
  createdAt: user.createdAt,
  ...(user.reminderDefault !== undefined && { reminderDefault: user.reminderDefault }),
  ...phoneChangeOf(user),
});

type Name = { readonly firstName: string; readonly lastName: string };

/** Empty for a deleted person, or before they enter a name. */
export const nameOf = (person: Partial<Pick<PersonFacts, 'firstName' | 'lastName'>> | undefined): Name => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
});

const phoneChangeOf = ({ waitingPhone }: UserFacts): Pick<UserView, 'phoneChange'> => {
  // A number whose key was destroyed never takes effect.
  if (waitingPhone === null || waitingPhone.phone === null) return {};
  const { phone, effectiveAt } = waitingPhone;
  return { phoneChange: { phoneNumber: lastTwoDigits(phone), effectiveAt } };
};

/** A deleted person has no name; the client shows `Unknown User`. */
export const personView = (userId: string, person: PersonFacts | undefined): PersonView => {
  const name = nameOf(person);
  const isNamed = name.firstName !== '' || name.lastName !== '';
  return {
    _id: userId,
    id: userId,
    ...name,
    profilePictureUrl: person?.pictureId ? fileAddress(person.pictureId) : null,
    ...(isNamed || !person?.phone ? {} : { phoneNumber: lastTwoDigits(person.phone) }),
  };
};

export type People = { get(userId: string): PersonFacts | undefined };

/** People who have an account. */
export const personJoin = join(accountCollections, {
  collection: 'users',
  stream: userStream,
  fold: userDecider,
  document: (user) => (user.status === 'active' ? user : undefined),
});
