import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { Context } from '../application/context.ts';
import { type Standing, standingIn } from '../application/membership.ts';

/** Answers out of a group to whom the rule lets in. */
export const inGroup = async <R>(
  context: Context,
  { groupId, actorId, rule }: { groupId: string | undefined; actorId: string; rule: 'readGroup' | 'chat' },
  answer: (standing: Standing) => Promise<R>,
): Promise<R | Refusal> => {
  const standing = await standingIn(context, groupId, actorId, rule);
  return isRefusal(standing) ? standing : answer(standing);
};
