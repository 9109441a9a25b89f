import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import { ALERT_DELAY_MS } from '@quorum/contracts/notification/alert.ts';
import { openedSeat } from '@quorum/contracts/notification/event-alert.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageJoins } from '@quorum/service-kit/reads/message.ts';
import { eventsById } from '@quorum/service-kit/reads/series.ts';
import { fromAggregates } from '../handling/answer.ts';
import type { AlertKind } from './alert-kind.ts';
import { outgoing } from './event-alerts.ts';
import { whoHears } from './subscribed-members.ts';

/** A seat that opened for somebody on the waitlist, unless they gave it up at once. */
export const seatAlerts: AlertKind<EventOf<'RsvpPromoted'>> = {
  delay: ALERT_DELAY_MS,
  recipients: async (context, { data: { userId, groupId } }, subscribers) => {
    const hearing = await whoHears(context, groupId, subscribers.has(userId) ? [userId] : []);
    return hearing.map(() => ({ userId, isLimited: false }));
  },
  alert: async (context, { id, data, recordedAt }, { userId, timeZone }) => {
    const eventId = eventIdOf(data);
    const { members, name } = await context.aggregates.load(groupDecider, groupStream(data.groupId));
    const { parties } = await context.aggregates.load(attendanceDecider, attendanceStream(eventId));
    if (!members.has(userId) || parties.get(userId)?.seated !== true) return undefined;
    const event = (await eventsById(joinsFrom(fromAggregates(context), messageJoins), [eventId])).get(eventId);
    const seen = { groupName: name ?? '', place: '', timeZone, now: context.clock.now() };
    return event && outgoing(openedSeat(event, id, recordedAt), seen);
  },
};
