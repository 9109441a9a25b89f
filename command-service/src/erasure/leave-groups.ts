import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { causedBy, processManager, waitUntilRead } from '../process-managers/process-manager.ts';
import { ERASE } from './remove-content.ts';

const PAGE_SIZE = 200;

const leaveGroup = async (
  { aggregates }: Context,
  groupId: string,
  userId: string,
  event: StoredEvent,
): Promise<true> => {
  const left = await aggregates.handle({
    decider: groupDecider,
    stream: groupStream(groupId),
    command: { type: 'Depart' },
    metadata: causedBy(ERASE, event, groupId),
    facts: () => ({ actorId: userId }),
  });
  if (isRefusal(left)) throw new Error(`A group could not be left: ${left.refused}`);
  return true;
};

/** Someone joined a group, or was removed from one, at the very moment their account was deleted. */
const leaveWhenGone = async (context: Context, groupId: string, userId: string, event: StoredEvent): Promise<void> => {
  const user = await context.aggregates.load(userDecider, userStream(userId));
  if (user.status === 'deleted') await leaveGroup(context, groupId, userId, event);
};

/** The groups that have a person as a member, or on their list of removed members. */
async function* groupsNaming({ reads }: Context, userId: string): AsyncGenerator<string> {
  const where = { userId };
  const byJoining = { where, order: { field: 'joinedPosition', direction: 'asc' } } as const;
  // Each page is read once. While a group is parked, the read models still show members who have left.
  for await (const page of pagesOf(reads.active, 'memberships', byJoining, PAGE_SIZE))
    for (const { groupId } of page) yield groupId;
  for await (const page of pagesOf(reads.active, 'removals', { where }, PAGE_SIZE))
    for (const { groupId } of page) yield groupId;
}

/** @throws if a group cannot be read, after leaving all others. A version that can read it repeats the reaction. */
const leaveAllGroups = async (context: Context, userId: string, event: StoredEvent): Promise<void> => {
  await waitUntilRead(context, event.position);
  let unreadable = 0;
  for await (const groupId of groupsNaming(context, userId))
    if (!(await unlessUnreadable(leaveGroup(context, groupId, userId, event), false))) unreadable += 1;
  if (unreadable > 0) throw new Error(`${unreadable} groups of a deleted account cannot be read`);
};

/**
 * Removes a deleted account from its groups, which pass to their earliest member or are deleted. Separate from the erasure, which
 * must not wait for an unreadable group and is too costly to repeat.
 */
export const leaveGroups = processManager('leave-groups', {
  AccountDeleted: (context, event) => leaveAllGroups(context, event.data.userId, event),
  GroupCreated: (context, event) => leaveWhenGone(context, event.data.groupId, event.data.ownerId, event),
  MemberJoined: (context, event) => leaveWhenGone(context, event.data.groupId, event.data.userId, event),
  MemberRemoved: (context, event) => leaveWhenGone(context, event.data.groupId, event.data.userId, event),
});
