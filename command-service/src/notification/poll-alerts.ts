import { ALERT_DELAY_MS, pollAlert } from '@quorum/contracts/notification/alert.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { ALERT_TTL_SECONDS, type AlertKind } from './alert-kind.ts';
import { whoHears } from './subscribed-members.ts';

/** Voting on the person's own poll ended at its deadline. */
export const pollAlerts: AlertKind<EventOf<'PollClosed'>> = {
  delay: ALERT_DELAY_MS,
  mayConcern: ({ data: { reason } }) => reason === 'deadline' || reason === 'expired',
  recipients: async (context, { data: { creatorId: userId, groupId } }, subscribers) => {
    const hearing = await whoHears(context, groupId, subscribers.has(userId) ? [userId] : []);
    return hearing.map(() => ({ userId, isLimited: true }));
  },
  alert: async ({ aggregates }, { data: { pollId, groupId }, recordedAt }, { userId }) => {
    const poll = await aggregates.load(pollDecider, pollStream(pollId));
    const { members, name } = await aggregates.load(groupDecider, groupStream(groupId));
    // It may have been moved on, decided or removed since. Once its times have passed, the end was said before.
    if (poll.endedAt !== recordedAt || poll.name === null || poll.entryId !== null || !members.has(userId))
      return undefined;
    const alert = pollAlert({ _id: pollId, name: poll.name, groupId }, name ?? '');
    return { ...alert, ttl: ALERT_TTL_SECONDS, isUrgent: false };
  },
};
