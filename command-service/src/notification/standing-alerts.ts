import { type Standing, standingAlert } from '@quorum/contracts/notification/alert.ts';
import { isMuted } from '@quorum/contracts/preferences/muted.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import type { AlertKind } from './alert-kind.ts';

/** Milliseconds. */
const DELAY = 5000;

/** Seconds. */
const TTL = 4 * 3600;

type InGroup = StoredEvent & { readonly data: { readonly groupId: string } };

/** Whether it is still so. */
const holds = (standing: Standing, { members, removed }: Group, userId: string): boolean =>
  standing === 'removed' ? removed.has(userId) : members.get(userId)?.role === standing;

/** @param whom undefined if the event makes nobody this. */
const standingAlerts = <E extends InGroup>(
  standing: Standing,
  whom: (event: E) => string | undefined,
): AlertKind<E> => ({
  delay: DELAY,
  recipients: async ({ reads, clock }, event, subscribers) => {
    const userId = whom(event);
    if (userId === undefined || !subscribers.has(userId)) return [];
    const chosen = await reads.active.get('groupPreferences', ownGroupId(userId, event.data.groupId));
    return isMuted(chosen?.mutedUntil, clock.now()) ? [] : [{ userId, isLimited: true }];
  },
  alert: async ({ aggregates }, { id, data }, { userId }) => {
    const group = await aggregates.load(groupDecider, groupStream(data.groupId));
    if (group.status !== 'active' || !holds(standing, group, userId)) return undefined;
    const alert = standingAlert(standing, { _id: group.id, name: group.name ?? '' }, id);
    return { ...alert, ttl: TTL, isUrgent: false };
  },
});

export const adminAlerts = standingAlerts<EventOf<'MemberRoleChanged'>>('admin', ({ data }) =>
  data.role === 'admin' ? data.userId : undefined,
);
export const ownerAlerts = standingAlerts<EventOf<'OwnershipTransferred'>>('owner', ({ data }) => data.to);
export const removalAlerts = standingAlerts<EventOf<'MemberRemoved'>>('removed', ({ data }) => data.userId);
