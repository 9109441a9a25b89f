import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { type Preferences, preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { GroupOutcome } from '../group/details.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';
import { membershipIn } from './commands.ts';

const NAME = 'give-colors';

/** For someone who has been in more groups than this, the rest are ignored. The five colors are shared evenly enough. */
const MAX_OTHERS = 100;

/** The groups with a color that the person is still in. From the log, because read models may lack what was just made. */
const othersOf = async (context: DecideContext, { groups: chosen }: Preferences, groupId: string, userId: string) => {
  const known = [...chosen.keys()].filter((id) => id !== groupId).slice(0, MAX_OTHERS);
  const groups = await Promise.all(known.map((id) => unlessUnreadable(membershipIn(context, id, userId), undefined)));
  return known.filter((_, index) => {
    const member = groups[index];
    return member !== undefined && !isRefusal(member) && member.joinedAt !== undefined;
  });
};

/** Stores a color for a group that a person made or joined, unless it has one, and the level of a large group. */
const giveColor = (context: DecideContext, groupId: string, userId: string, metadata: CommandMetadata) =>
  context.aggregates.handle({
    decider: preferencesDecider,
    stream: preferencesStream(userId),
    command: { type: 'GivePreferences', groupId },
    metadata,
    facts: async (preferences) => {
      const member = await membershipIn(context, groupId, userId);
      if (isRefusal(member)) return member;
      const otherIds = await othersOf(context, preferences, groupId, userId);
      const { joinedAt, memberCount } = member;
      return { actorId: userId, joinedAt, memberCount, otherIds };
    },
  });

/** The outcome of making or joining a group, once the group has its color. */
export const withColor = async (
  context: DecideContext,
  outcome: GroupOutcome,
  metadata: CommandMetadata,
): Promise<GroupOutcome> => {
  if (isRefusal(outcome)) return outcome;
  const step = { ...metadata, commandId: `${metadata.commandId}:color`, commandDigest: undefined };
  const given = await giveColor(context, outcome.state.id, metadata.actorId, step);
  return isRefusal(given) || given.events.length === 0 ? outcome : { ...outcome, position: given.position };
};

/** Assigns the colors that a command did not get to, because its process died. */
export const giveColors = processManager(NAME, {
  GroupCreated: (context, event) => giveColor(context, event.data.groupId, event.data.ownerId, causedBy(NAME, event)),
  MemberJoined: (context, event) => giveColor(context, event.data.groupId, event.data.userId, causedBy(NAME, event)),
});
