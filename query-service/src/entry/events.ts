import { cursorOf, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { EventsView, EventView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { groupSequences } from '../group/group-sequences.ts';
import { membershipsOf } from '../group/membership.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';
import { datesIn, merged, type Span, seriesIn } from './series.ts';

type Paging = Reading & Pick<Context, 'clock' | 'defaultTimeZone'>;

/** Index keys of a person's calendars: their own and each group's. */
const ownerKeys = (userId: string, groupIds: readonly string[]): string[] => [personalOwnerKey(userId), ...groupIds];

export const ownerKeysOf = async (context: Reading, userId: string): Promise<string[]> =>
  ownerKeys(
    userId,
    (await membershipsOf(context, userId)).map(({ groupId }) => groupId),
  );

const MAX_DURATION_MS = limits.eventDuration * 60_000;

/** `reach`: how far back an entry may have begun, in milliseconds. */
type Overlap = Span & Pick<Query, 'isSelective'> & { readonly reach?: number };

/** Entries that overlap `[from, to)`: a range over the start that reaches back by the longest possible duration. */
export const overlapOf = (
  ownerKeys: readonly string[],
  { from, to, after, reach = MAX_DURATION_MS }: Omit<Overlap, 'limit'>,
) =>
  ({
    where: { ownerKey: ownerKeys },
    range: {
      field: 'startsAt',
      // A page starts where the previous one ended, so that earlier entries are not read again.
      from: after?.startsAt ?? new Date(from - reach).toISOString(),
      to: new Date(to).toISOString(),
    },
    filter: [{ field: 'endsAt', op: '>', value: new Date(from).toISOString() }],
  }) as const;

export const overlapping = ({ reads }: Reading, ownerKeys: readonly string[], span: Overlap) => {
  const { limit, after, isSelective = false } = span;
  return reads.active.query('entries', {
    ...overlapOf(ownerKeys, span),
    order: { field: 'startsAt', direction: 'asc' },
    ...(after === undefined ? {} : { after: { value: after.startsAt, id: after.id } }),
    limit,
    isSelective,
  });
};

/** The start of a day in a zone, `daysLater` days later, or an instant. In milliseconds. */
const momentOf = (dayOrInstant: string, timeZone: string, daysLater: number): number =>
  isCalendarDate(dayOrInstant)
    ? instantMs({ date: addDays(dayOrInstant, daysLater), time: '00:00', timeZone })
    : Date.parse(dayOrInstant);

type EventsQuery = QueryOf<'events'>;

const askedSpan = ({ clock, defaultTimeZone }: Paging, query: EventsQuery): Span => {
  const zone = query.timeZone ?? defaultTimeZone;
  const window = eventsWindow(clock.now(), zone);
  const after = query.after === undefined ? undefined : placeOfCursor(query.after);
  // The last day is included, even with 23 or 25 hours.
  const to = momentOf(query.endDate ?? window.endDate, zone, 1);
  return { from: momentOf(query.startDate ?? window.startDate, zone, 0), to, after, limit: query.limit + 1 };
};

const cut = (all: readonly EventView[], limit: number): EventsView => {
  const events = all.slice(0, limit);
  const last = events.at(-1);
  if (all.length <= limit || last === undefined) return { events };
  return { events, next: cursorOf({ startsAt: last.startsAt, id: last._id }) };
};

/** One page of the events under these keys in the requested range: single ones, and dates of those that repeat. */
const pageOf = async (
  context: Paging,
  ownerKeys: readonly string[],
  query: EventsQuery,
  viewerId: string,
): Promise<EventsView> => {
  const span = askedSpan(context, query);
  const isCompact = query.series !== undefined;
  const [found, series] = await Promise.all([
    overlapping(context, ownerKeys, span),
    isCompact && query.after !== undefined ? undefined : seriesIn(context, ownerKeys, span, viewerId),
  ]);
  const single = await presentEvents(joinsOf(context), found, viewerId);
  if (isCompact) return { ...cut(single, query.limit), ...(series && { series }) };
  return cut(merged(single, await datesIn(series ?? [], span)), query.limit);
};

export const eventsOfGroup = (
  context: Paging,
  groupId: string,
  query: EventsQuery,
  viewerId: string,
): Promise<EventsView> => pageOf(context, [groupId], query, viewerId);

/** The entries of all of a person's groups, and their personal ones. */
export const mySchedule = async (context: Paging, userId: string, query: EventsQuery): Promise<EventsView> => {
  if (query.after !== undefined) return pageOf(context, await ownerKeysOf(context, userId), query, userId);
  const { groupIds, sequences } = await groupSequences(context, userId);
  return { ...(await pageOf(context, ownerKeys(userId, groupIds), query, userId)), sequences };
};
