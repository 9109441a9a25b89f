import { ALERT_DELAY_MS, type Standing, standingAlert } from '@quorum/contracts/notification/alert.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type AlertKind, ttlLeft } from './alert-kind.ts';
import { whoHears } from './subscribed-members.ts';

type InGroup = StoredEvent & { readonly data: { readonly groupId: string } };

/** Whether it is still so. */
const holds = (standing: Standing, { members, removed }: Group, userId: string): boolean =>
  standing === 'removed' ? removed.has(userId) : members.get(userId)?.role === standing;

/** @param whom the person with the new standing; undefined for other events. */
const standingAlerts = <E extends InGroup>(
  standing: Standing,
  whom: (event: E) => string | undefined,
): AlertKind<E> => ({
  delay: ALERT_DELAY_MS,
  recipients: async (context, event, subscribers) => {
    const userId = whom(event);
    if (userId === undefined || !subscribers.has(userId)) return [];
    const hearing = await whoHears(context, event.data.groupId, [userId]);
    return hearing.map(() => ({ userId, isLimited: true }));
  },
  alert: async ({ aggregates, clock }, event, { userId }) => {
    const group = await aggregates.load(groupDecider, groupStream(event.data.groupId));
    if (group.status !== 'active' || !holds(standing, group, userId)) return undefined;
    const alert = standingAlert(standing, { _id: group.id, name: group.name ?? '' }, event.id);
    return { ...alert, ttl: ttlLeft(event, clock.now()), isUrgent: false };
  },
});

export const adminAlerts = standingAlerts<EventOf<'MemberRoleChanged'>>('admin', ({ data }) =>
  data.role === 'admin' ? data.userId : undefined,
);
export const ownerAlerts = standingAlerts<EventOf<'OwnershipTransferred'>>('owner', ({ data }) => data.to);
export const removalAlerts = standingAlerts<EventOf<'MemberRemoved'>>('removed', ({ data }) => data.userId);
