import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { GroupOutcome } from '../group/details.ts';
import type { Cause, Context } from '../handling/context.ts';
import { handle } from '../handling/handle.ts';
import { causedBy, type ProcessManager } from '../process-managers/process-manager.ts';
import { waitUntilRead } from '../process-managers/wait-until-read.ts';
import { membershipIn } from './commands.ts';

const NAME = 'give-colors';

/** More groups than that share the five colors evenly enough. */
const MAX_OTHERS = 1_000;

type Giving = Pick<Context, 'aggregates' | 'reads'>;

/** Stores a color for a group that a person made or joined, unless it has one. */
const giveColor = async ({ aggregates, reads }: Giving, groupId: string, userId: string, cause: Cause) => {
  const memberships = await reads.active.query('memberships', { where: { userId }, limit: MAX_OTHERS });
  const otherIds = memberships.map((membership) => membership.groupId).filter((id) => id !== groupId);
  return handle(aggregates, {
    decider: preferencesDecider,
    stream: preferencesStream(userId),
    command: { type: 'GiveColor', groupId, otherIds },
    cause,
    facts: async () => {
      const member = await membershipIn({ aggregates }, groupId, userId);
      return isRefusal(member) ? member : { actorId: userId, joinedAt: member.joinedAt };
    },
  });
};

/** The outcome of making or joining a group, once the group has its color. */
export const withColor = async (context: Giving, outcome: GroupOutcome, cause: Cause): Promise<GroupOutcome> => {
  if (isRefusal(outcome)) return outcome;
  const step = { ...cause, commandId: `${cause.commandId}:color`, commandDigest: undefined };
  const given = await giveColor(context, outcome.state.id, cause.actorId, step);
  return isRefusal(given) || given.events.length === 0 ? outcome : { ...outcome, position: given.position };
};

/** Gives the colors that a command did not come to, because its process ended. */
export const giveColors: ProcessManager = {
  name: NAME,
  types: new Set(['GroupCreated', 'MemberJoined']),
  react: async (context, event) => {
    if (event.type !== 'GroupCreated' && event.type !== 'MemberJoined') return;
    const userId = event.type === 'GroupCreated' ? event.data.ownerId : event.data.userId;
    await waitUntilRead(context, event.position);
    await giveColor(context, event.data.groupId, userId, causedBy(NAME, event));
  },
};
