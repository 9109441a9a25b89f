import { cursorOf, type EventPlace, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { ConflictsView, ConflictView, EventsView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { BodyOf, QueryOf } from '@quorum/contracts/routes.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { instantMs, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { UserDocument } from '@quorum/service-kit/reads/account.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { type EntryDocument, entryNames, personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { groupSequences } from '../group/group-sequences.ts';
import { membershipsOf } from '../group/membership.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';

type Paging = Reading & Pick<Context, 'clock' | 'defaultTimeZone'>;

const MAX_CONFLICTS = 50;

/** More conflicts than anyone would look through. */
const MAX_COUNTED = 1_000;

/** Index keys of a person's calendars: their own and each group's. */
const ownerKeys = (userId: string, groupIds: readonly string[]): string[] => [personalOwnerKey(userId), ...groupIds];

const ownerKeysOf = async (context: Reading, userId: string): Promise<string[]> =>
  ownerKeys(
    userId,
    (await membershipsOf(context, userId)).map(({ groupId }) => groupId),
  );

type Span = {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** The last entry of the previous page. */
  readonly after?: EventPlace | undefined;
};

/** Entries that overlap `[from, to)`: a range over the start that reaches back by the longest possible duration. */
const overlapOf = (ownerKeys: readonly string[], { from, to, after }: Omit<Span, 'limit'>) =>
  ({
    where: { ownerKey: ownerKeys },
    range: {
      field: 'startsAt',
      // A page starts where the previous one ended, so that earlier entries are not read again.
      from: after?.startsAt ?? new Date(from - limits.eventDuration * 60_000).toISOString(),
      to: new Date(to).toISOString(),
    },
    filter: [{ field: 'endsAt', op: '>', value: new Date(from).toISOString() }],
  }) as const;

const overlapping = ({ reads }: Reading, ownerKeys: readonly string[], span: Span) => {
  const { limit, after } = span;
  return reads.active.query('entries', {
    ...overlapOf(ownerKeys, span),
    order: { field: 'startsAt', direction: 'asc' },
    ...(after === undefined ? {} : { after: { value: after.startsAt, id: after.id } }),
    limit,
  });
};

/** The start of a day in a zone, `daysLater` days later, or an instant. In milliseconds. */
const momentOf = (dayOrInstant: string, timeZone: string, daysLater: number): number =>
  isCalendarDate(dayOrInstant)
    ? instantMs({ date: addDays(dayOrInstant, daysLater), time: '00:00', timeZone })
    : Date.parse(dayOrInstant);

type EventsQuery = QueryOf<'events'>;

/** One page of the entries under these keys in the requested range. */
const pageOf = async (
  context: Paging,
  ownerKeys: readonly string[],
  query: EventsQuery,
  viewerId: string,
): Promise<EventsView> => {
  const zone = query.timeZone ?? context.defaultTimeZone;
  const window = eventsWindow(context.clock.now(), zone);
  const from = momentOf(query.startDate ?? window.startDate, zone, 0);
  // The last day is included, even with 23 or 25 hours.
  const to = momentOf(query.endDate ?? window.endDate, zone, 1);
  const after = query.after === undefined ? undefined : placeOfCursor(query.after);
  const { limit } = query;
  const found = await overlapping(context, ownerKeys, { from, to, limit: limit + 1, after });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const events = await presentEvents(joinsOf(context), page, viewerId);
  return found.length > limit && last !== undefined ? { events, next: cursorOf(last) } : { events };
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

/**
 * Everything visible to the caller that overlaps the given time, including across midnight: the first by start, and the total if
 * there are more.
 */
export const findConflicts = async (
  context: Pick<Context, 'defaultTimeZone' | 'reads'>,
  userId: string,
  body: BodyOf<'checkConflicts'>,
): Promise<ConflictsView> => {
  const { startsAt, endsAt } = spanOf({ ...body, timeZone: body.timeZone ?? context.defaultTimeZone });
  const keys = await ownerKeysOf(context, userId);
  const span = { from: Date.parse(startsAt), to: Date.parse(endsAt) };
  const found = await overlapping(context, keys, { ...span, limit: MAX_CONFLICTS + 1 });
  const entries = found.slice(0, MAX_CONFLICTS);
  const { groupName, people } = await entryNames(joinsOf(context), entries);
  const conflicts = entries.map((entry) => conflictView(entry, groupName(entry.groupId), people.get(entry.creatorId)));
  const hasConflicts = conflicts.length > 0;
  if (found.length === entries.length) return { hasConflicts, conflicts };
  const total = await context.reads.active.count('entries', overlapOf(keys, span), MAX_COUNTED);
  return { hasConflicts, conflicts, total };
};

const conflictView = (
  entry: EntryDocument,
  groupName: string,
  creator: Pick<UserDocument, 'firstName' | 'lastName'> | undefined,
): ConflictView => ({
  _id: entry.id,
  name: entry.name ?? '',
  groupId: entry.groupId,
  groupName,
  date: entry.date,
  time: entry.time,
  duration: entry.duration,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  createdBy: { firstName: creator?.firstName ?? '', lastName: creator?.lastName ?? '' },
});
