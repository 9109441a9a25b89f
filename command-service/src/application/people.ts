import type { People } from '@quorum/contracts/documents/present.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import type { Context } from './context.ts';

/** Names and pictures of people, for answers to commands. */
export const loadPeople = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  userIds: Iterable<string>,
): Promise<People> => {
  const wanted = [...new Set(userIds)];
  const users = await Promise.all(wanted.map((id) => aggregates.load(userAggregate, userStream(id))));
  return new Map<string, User>(users.filter((user) => user.status === 'active').map((user) => [user.id, user]));
};
