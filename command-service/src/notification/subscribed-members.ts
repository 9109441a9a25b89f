import { groupNotificationsOf, isMuted } from '@quorum/contracts/notification/group-notifications.ts';
import type { GroupNotifications } from '@quorum/contracts/notification/wire.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import type { Context } from '../handling/context.ts';

type Asked = {
  readonly members: Group['members'];
  readonly subscribers: ReadonlySet<string>;
  readonly event: StoredEvent;
  /** Whose doing it was. */
  readonly except: string;
};

/** The members of now who get pushes, and were members when it happened. */
export const subscribedMembers = ({ members, subscribers, event, except }: Asked): readonly string[] => {
  const fewer = subscribers.size < members.size ? subscribers : members.keys();
  const wasMember = (userId: string): boolean => (members.get(userId)?.joinedAt ?? '~') <= event.recordedAt;
  return [...fewer].filter((userId) => userId !== except && subscribers.has(userId) && wasMember(userId));
};

/** The people among them who have not muted the group and want such alerts. @throws ReadStoreUnavailableError */
export const whoHears = async (
  { reads, clock }: Context,
  groupId: string,
  userIds: readonly string[],
  wants: (heard: GroupNotifications, userId: string) => boolean = () => true,
): Promise<readonly string[]> => {
  if (userIds.length === 0) return [];
  const idOf = (userId: string): string => ownGroupId(userId, groupId);
  const chosen = await reads.active.getMany('groupPreferences', userIds.map(idOf));
  const now = clock.now();
  return userIds.filter((userId) => {
    const heard = groupNotificationsOf(chosen.get(idOf(userId)));
    return !isMuted(heard.mutedUntil, now) && wants(heard, userId);
  });
};
