import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import { reminderAlert } from '@quorum/contracts/reminder/alert.ts';
import { isInTime } from '@quorum/contracts/reminder/lead-times.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageJoins } from '@quorum/service-kit/reads/message.ts';
import { eventsById } from '@quorum/service-kit/reads/series.ts';
import { fromAggregates } from '../handling/answer.ts';
import { mayBeReminded } from '../reminder/may-be-reminded.ts';
import type { AlertKind } from './alert-kind.ts';

/** Seconds. */
const [MIN_TTL, DAY] = [60, 86_400];

/** Reminders, which neither a level nor muting holds back. */
export const reminderAlerts: AlertKind<EventOf<'RemindersSent'>> = {
  delay: 0,
  mayConcern: ({ data }) => data.userIds.length > 0,
  recipients: async (_, { data }, subscribers) =>
    data.userIds.filter((userId) => subscribers.has(userId)).map((userId) => ({ userId, isLimited: false })),
  alert: async (context, { data }, { userId, timeZone }) => {
    const { entryId, occurrence, startsAt, minutes } = data;
    const now = context.clock.now();
    const eventId = eventIdOf(data);
    const event = (await eventsById(joinsFrom(fromAggregates(context), messageJoins), [eventId])).get(eventId);
    if (event?.startsAt !== startsAt || !isInTime(startsAt, minutes, now)) return undefined;
    const entry = await context.aggregates.load(entryDecider, entryStream(entryId));
    if (!(await mayBeReminded(context, entry, occurrence)).has(userId)) return undefined;
    const ttl = Math.floor((Date.parse(startsAt) - now) / 1000);
    const alert = reminderAlert(event, minutes, { now, timeZone });
    return { ...alert, ttl: Math.min(Math.max(ttl, MIN_TTL), DAY), isUrgent: true };
  },
};
