import { userStream } from '@quorum/contracts/events/user.ts';
import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import type { Decision } from '../domain/aggregate.ts';
import {
  decideChangeEmail,
  decideChangeName,
  decideCompleteProfile,
  decideDeleteAccount,
} from '../domain/user/decide.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

export type UserOutcome = Accepted<User> | Refusal;

/** Changes the account of the person who asks. */
export const changeUser = (
  { aggregates }: Pick<Context, 'aggregates'>,
  cause: Cause,
  decide: (user: User) => Decision,
): Promise<UserOutcome> => aggregates.handle(userAggregate, userStream(cause.actorId), metadataOf(cause), decide);

export const changeEmail = (context: Context, email: string, cause: Cause): Promise<UserOutcome> =>
  changeUser(context, cause, (user) => decideChangeEmail(user, email));

/** A name of nothing but invisible signs is none. */
export const changeName = async (context: Context, body: BodyOf<'updateName'>, cause: Cause): Promise<UserOutcome> => {
  const name = { firstName: cleanLine(body.firstName), lastName: cleanLine(body.lastName) };
  if (name.firstName === '' || name.lastName === '') {
    return refuse('request/invalid', { text: 'First name and last name are required' });
  }
  return changeUser(context, cause, (user) => decideChangeName(user, name));
};

export const completeProfile = (context: Context, cause: Cause): Promise<UserOutcome> =>
  changeUser(context, cause, decideCompleteProfile);

/** What the account leaves behind is erased by the policy that reacts to its end. */
export const deleteAccount = (context: Context, cause: Cause): Promise<UserOutcome> =>
  changeUser(context, cause, (user) => decideDeleteAccount(user, 'own-wish'));
