import { eventIdOf, parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { START_SHOWN } from '@quorum/contracts/reminder/lead-times.ts';
import type { DueReminder } from '@quorum/contracts/reminder/wire.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import type { AlarmDocument } from '@quorum/service-kit/reads/reminder.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { membershipsOf } from '../group/membership.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';

type Sent = AlarmDocument['sent'][number] & { readonly eventId: string; readonly joinedAt: string };

/** Entries whose reminders are read. */
const MAX_SENT = 1000;

/** A reminder at the start is shown for a while after it. */
const isShown = ({ startsAt, minutes }: Sent, now: number): boolean =>
  Date.parse(startsAt) + (minutes === 0 ? START_SHOWN : 0) > now;

/** Neither people who cannot come nor those on the waitlist. */
const mayCome = ({ mine }: EventView): boolean => mine === undefined || (mine.answer !== 'cant' && mine.place === null);

/** Whether it was sent to the person: with their lead time, and not before they joined. */
const wasFor = ({ minutes, at, joinedAt, startsAt }: Sent, event: EventView): boolean => {
  const own = event.mine?.reminder ?? event.reminder;
  return event.startsAt === startsAt && own === minutes && joinedAt <= at && mayCome(event);
};

/** The reminders of a person of what has not started, by start; of each event the last one. */
export const dueReminders = async (context: Context, userId: string): Promise<readonly DueReminder[]> => {
  const now = context.clock.now();
  const memberships = await membershipsOf(context, userId);
  const joined = new Map(memberships.map(({ groupId, joinedAt }) => [groupId, joinedAt]));
  const alarms = await context.reads.active.query('alarms', {
    where: { ownerKey: [personalOwnerKey(userId), ...joined.keys()] },
    range: { field: 'lastStart', from: new Date(now - START_SHOWN).toISOString() },
    order: { field: 'lastStart', direction: 'asc' },
    limit: MAX_SENT,
  });
  const sent = alarms
    .flatMap(({ id: entryId, ownerKey, sent: all }) =>
      all.map((each) => ({ ...each, eventId: eventIdOf({ entryId, ...each }), joinedAt: joined.get(ownerKey) ?? '' })),
    )
    .filter((each) => isShown(each, now));
  const events = await eventsNamed(
    context,
    sent.map(({ eventId }) => eventId),
    userId,
  );
  const byId = new Map(events.map((event) => [event._id, event]));
  const due = sent.flatMap((each): readonly DueReminder[] => {
    const event = byId.get(each.eventId);
    return event !== undefined && wasFor(each, event) ? [{ event, minutes: each.minutes }] : [];
  });
  return due.sort((a, b) => (a.event.startsAt < b.event.startsAt ? -1 : 1));
};

/** Single events and dates by their ids, with the answers to them. Those that are gone are missing. */
const eventsNamed = async (
  reading: Reading,
  ids: readonly string[],
  viewerId: string,
): Promise<readonly EventView[]> => {
  const named = [...new Set(ids)].flatMap((id) => parseEventId(id) ?? []);
  if (named.length === 0) return [];
  const { active } = reading.reads;
  const of = (isDate: boolean) =>
    named.flatMap(({ entryId, occurrence }) => ((occurrence !== null) === isDate ? [entryId] : []));
  const [entries, found] = await Promise.all([
    active.getMany('entries', of(false)),
    active.getMany('series', of(true)),
  ]);
  const [single, presented] = await Promise.all([
    presentEvents(joinsOf(reading), [...entries.values()], viewerId),
    presentSeries(joinsOf(reading), [...found.values()]),
  ]);
  const days = named.flatMap(({ occurrence }) => (occurrence === null ? [] : [Date.parse(occurrence)]));
  const window = { from: Math.min(...days), to: Math.max(...days) };
  const answered = await withAnswers(reading, presented, window, viewerId);
  const series = new Map(answered.map((each) => [each._id, each]));
  const dates = named.flatMap(({ entryId, occurrence }) => {
    const each = series.get(entryId);
    return each === undefined || occurrence === null ? [] : (eventOnDate(each, occurrence) ?? []);
  });
  return [...single, ...dates];
};
