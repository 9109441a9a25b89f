import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Reading } from '../reading/context.ts';
import { membershipsOf } from './membership.ts';

type Held = {
  /** In joining order. */
  readonly groupIds: readonly string[];
  /** The last change of each audience: the person's own, and those of the groups. */
  readonly sequences: Readonly<Record<string, number>>;
};

/**
 * A person's groups, and the changes that a later read of all of them is certain to include. The person's own sequence is read
 * before the memberships, so that later changes report groups joined or left in between. Receiving a change twice is harmless.
 */
export const groupSequences = async (context: Reading, userId: string): Promise<Held> => {
  const { reads } = context;
  const own = await reads.sequence(userAudience(userId));
  const groupIds = (await membershipsOf(context, userId)).map(({ groupId }) => groupId);
  const known = await reads.sequences(groupIds.map(groupAudience));
  const ofGroups = groupIds.map(groupAudience).map((audience) => [audience, known.get(audience) ?? 0] as const);
  return { groupIds, sequences: Object.fromEntries([[userAudience(userId), own], ...ofGroups]) };
};
