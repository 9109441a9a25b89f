import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { groupNotificationsOf } from '@quorum/contracts/notification/group-notifications.ts';
import type { GroupNotifications } from '@quorum/contracts/notification/wire.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { membershipsOf } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { readAt } from '../reading/read-at.ts';
import { dueReminders } from '../reminder/due-reminders.ts';

/** The person's notification settings for each of their groups, chosen or not. */
const ofGroups = async (context: Context, userId: string): Promise<Readonly<Record<string, GroupNotifications>>> => {
  const groupIds = (await membershipsOf(context, userId)).map(({ groupId }) => groupId);
  const chosen = await context.reads.active.getMany(
    'groupPreferences',
    groupIds.map((groupId) => ownGroupId(userId, groupId)),
  );
  return Object.fromEntries(
    groupIds.map((groupId) => [groupId, groupNotificationsOf(chosen.get(ownGroupId(userId, groupId)))]),
  );
};

export const notificationHandlers = (context: Context) => {
  const { reads, pushKey } = context;
  return {
    notifications: ({ actor: { userId } }) =>
      readAt(reads, userAudience(userId), async () => {
        const { showText = true } = (await reads.active.get('notificationSettings', userId)) ?? {};
        return {
          settings: { showText },
          groups: await ofGroups(context, userId),
          push: { publicKey: pushKey ?? '', available: pushKey !== undefined },
          due: await dueReminders(context, userId),
        };
      }),
  } satisfies Partial<Handlers<'query'>>;
};
