import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Reading } from '../reading/context.ts';
import { type GroupRule, type Standing, standingIn } from './membership.ts';

type Wanted = { readonly groupId: string | undefined; readonly actorId: string };

/** Executes a route's permission over the caller's standing in a group, and returns the group. */
export const inGroup = async <R>(
  context: Reading,
  { groupId, actorId }: Wanted,
  permission: GroupRule,
  answer: (standing: Standing) => Promise<R>,
): Promise<R | Refusal> => {
  const standing = await standingIn(context, groupId, actorId, permission);
  return isRefusal(standing) ? standing : answer(standing);
};
