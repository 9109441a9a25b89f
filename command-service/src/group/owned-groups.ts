import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';
import { countAttempt } from '../session/count-attempt.ts';

const countOwned = ({ reads }: DecideContext, ownerId: string): Promise<number> =>
  reads.active.count('groups', { where: { ownerId } }, limits.ownedGroups);

/** Whether someone owns the maximum number of groups, according to the read models. */
export const ownsMost = async (context: DecideContext, ownerId: string): Promise<boolean> =>
  (await countOwned(context, ownerId)) >= limits.ownedGroups;

/** Further from the limit than this, a lag of the read models makes no difference. */
const NEARLY = limits.ownedGroups - limits.newGroupsPerDay;

/** Whether someone may create another group, which is then counted. */
export const refuseNewGroup = async (
  context: DecideContext,
  groupId: string,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> => {
  const ownerId = metadata.actorId;
  if ((await countOwned(context, ownerId)) >= NEARLY) {
    await context.waitForReads(await context.events.head());
    if (await ownsMost(context, ownerId)) return refuse('group/too-many-owned');
  }
  const created = await countAttempt(
    context,
    { kind: 'new-groups-of-account', key: ownerId, tried: groupId },
    metadata,
  );
  return isRefusal(created) ? created : undefined;
};
