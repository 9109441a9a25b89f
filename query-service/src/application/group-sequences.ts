import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Context } from './context.ts';
import { membershipsOf } from './membership.ts';

type Held = {
  /** In the order of joining. */
  readonly groupIds: readonly string[];
  /** The last change of each audience: the person's own, and those of the groups. */
  readonly sequences: Readonly<Record<string, number>>;
};

/**
 * The groups of a person, and which changes an answer holds at least that is read of all of them after this. The own sequence is read
 * before the memberships, so that changes tell of groups that are joined or left later; a change that comes twice is harmless.
 */
export const groupSequences = async (context: Pick<Context, 'reads'>, userId: string): Promise<Held> => {
  const { reads } = context;
  const own = await reads.sequence(userAudience(userId));
  const groupIds = (await membershipsOf(context, userId)).map(({ groupId }) => groupId);
  const known = await reads.sequences(groupIds.map(groupAudience));
  const ofGroups = groupIds.map(groupAudience).map((audience) => [audience, known.get(audience) ?? 0] as const);
  return { groupIds, sequences: Object.fromEntries([[userAudience(userId), own], ...ofGroups]) };
};
