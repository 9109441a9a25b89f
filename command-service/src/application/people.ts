import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import type { People } from '@quorum/service-kit/documents/present.ts';
import type { Context } from './context.ts';

/** @returns undefined for a deleted person. */
export const loadPerson = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  userId: string,
): Promise<User | undefined> => {
  const user = await aggregates.load(userDecider, userStream(userId));
  return user.status === 'active' ? user : undefined;
};

/** Names and pictures of people, for command responses. */
export const loadPeople = async (context: Pick<Context, 'aggregates'>, userIds: Iterable<string>): Promise<People> => {
  const users = await Promise.all([...new Set(userIds)].map((userId) => loadPerson(context, userId)));
  return new Map(users.filter((user) => user !== undefined).map((user) => [user.id, user]));
};
