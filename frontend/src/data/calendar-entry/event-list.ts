import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { cursorOf, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { EventsView, EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, startOfDay } from '@quorum/contracts/time/days.ts';
import { DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import type { Window } from '@quorum/contracts/time/series.ts';
import { DEFAULT_TIME_ZONE } from '@quorum/contracts/time/wall-clock.ts';
import { newerEvent } from './attendance.ts';
import { newerDates } from './expansion.ts';

type Events = readonly EventView[];

/** The range of one group's events, or of My Schedule when no group is given. */
export type EventsArgs = Omit<QueryOf<'events'>, 'limit' | 'after' | 'series'>;

/** The loaded events of a range, in no particular order. */
export type EventList = {
  /** Single ones. */
  readonly events: Events;
  /** Those that repeat, from which their dates follow. */
  readonly series: readonly SeriesView[];
  /** The range, in milliseconds since 1970. */
  readonly window: Window;
  /** Where the next page begins. Absent when the whole range is loaded. */
  readonly next?: string;
};

/** Milliseconds since 1970. Every event that starts before is loaded. */
export const reachOf = ({ next }: EventList): number => {
  const place = next === undefined ? undefined : placeOfCursor(next);
  return place === undefined ? Number.POSITIVE_INFINITY : Date.parse(place.startsAt);
};

const withEvents = (list: EventList, events: Events): EventList =>
  events === list.events ? list : { ...list, events };

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

const instantOfBound = (bound: string, timeZone: string, isEnd: boolean): number =>
  Date.parse(isCalendarDate(bound) ? startOfDay(isEnd ? addDays(bound, 1) : bound, timeZone) : bound);

const windowOf = ({ startDate, endDate, timeZone = DEFAULT_TIME_ZONE }: EventsArgs): Window => ({
  from: startDate === undefined ? ALWAYS.from : instantOfBound(startDate, timeZone, false),
  to: endDate === undefined ? ALWAYS.to : instantOfBound(endDate, timeZone, true),
});

/** A page as it was loaded. */
export const eventList = (args: EventsArgs, { events, series = [], next }: EventsView): EventList => {
  const list = { events, series, window: windowOf(args) };
  return next === undefined ? list : { ...list, next };
};

const FEW_SERIES = 20;
const FIRST_DATES_MS = 14 * DAY_MS;

/**
 * A list as it is first drawn. Of many series only the dates of the first two weeks are worked out before that; the others come with
 * another page, when the browser is idle.
 */
export const firstDates = (list: EventList): EventList => {
  const until = list.window.from + FIRST_DATES_MS;
  const isNow = list.next !== undefined || list.series.length <= FEW_SERIES;
  if (isNow || !Number.isFinite(until) || until >= list.window.to) return list;
  return { ...list, next: cursorOf({ startsAt: isoInstant(until), id: '0' }) };
};

const isOfCalendar = ({ groupId }: EventsArgs, event: { readonly groupId: string }): boolean =>
  groupId === undefined || groupId === MY_SCHEDULE || groupId === event.groupId;

/** Whether a list loaded with these arguments contains the event. */
export const belongsTo = (args: EventsArgs, event: EventView): boolean => {
  if (!isOfCalendar(args, event)) return false;
  const { from, to } = windowOf(args);
  return Date.parse(event.endsAt) > from && Date.parse(event.startsAt) < to;
};

/** Puts a version of an event into a list. Returns the same list when it holds this version or a newer one. */
export const withEvent = (list: EventList, event: EventView, belongs: boolean): EventList => {
  const { events, series } = list;
  // It repeats by now.
  if (series.some(({ _id }) => _id === event._id)) return list;
  const at = events.findIndex(({ _id }) => _id === event._id);
  const known = events[at];
  if (known === undefined) return belongs ? withEvents(list, [...events, event]) : list;
  const newer = newerEvent(known, event);
  if (newer === known) return list;
  return belongs ? withEvents(list, events.with(at, newer)) : withoutEvent(list, event._id);
};

/** Changes one event, if the list has it. */
export const withChanged = (list: EventList, eventId: string, change: (event: EventView) => EventView): EventList => {
  const at = list.events.findIndex(({ _id }) => _id === eventId);
  const known = list.events[at];
  if (known === undefined) return list;
  const changed = change(known);
  return changed === known ? list : withEvents(list, list.events.with(at, changed));
};

/** Puts a version of a series into a list. A single event that began to repeat is one of its dates now. */
export const withSeries = (list: EventList, series: SeriesView, args: EventsArgs): EventList => {
  const known = list.series.find(({ _id }) => _id === series._id);
  if (!isOfCalendar(args, series)) return list;
  const newer = known === undefined || known.revision < series.revision ? series : known;
  if (newer === known && series.answers === undefined) return list;
  const others = withoutEvent(list, series._id);
  // A frame to a group has nothing of the viewer's own.
  const answered = {
    ownReminder: known?.ownReminder,
    ...newer,
    answers: newerDates(known?.answers, series.answers),
  };
  return { ...others, series: [...others.series, answered] };
};

/** Changes one series, named by itself or by one of its dates, if the list has it. */
export const withSeriesChanged = (
  list: EventList,
  eventId: string,
  change: (series: SeriesView) => SeriesView,
): EventList => {
  const at = list.series.findIndex(({ _id }) => eventId.startsWith(_id));
  const known = list.series[at];
  return known === undefined ? list : { ...list, series: list.series.with(at, change(known)) };
};

type Owned = Pick<EventView, '_id' | 'groupId' | 'createdBy'>;

const without = (list: EventList, isGone: (event: Owned) => boolean): EventList =>
  list.events.some(isGone) || list.series.some(isGone)
    ? {
        ...list,
        events: list.events.filter((event) => !isGone(event)),
        series: list.series.filter((series) => !isGone(series)),
      }
    : list;

export const withoutEvent = (list: EventList, eventId: string): EventList =>
  without(list, ({ _id }) => _id === eventId);

export const withoutGroup = (list: EventList, groupId: string): EventList =>
  without(list, (event) => event.groupId === groupId);

/** Removes the events of a person who deleted their account. */
export const withoutCreator = (list: EventList, userId: string): EventList =>
  without(list, ({ createdBy }) => createdBy === userId);

type Named = Owned & Pick<EventView, 'groupName' | 'creator'>;

const changed = (list: EventList, isMeant: (event: Named) => boolean, change: Partial<Named>): EventList => {
  const all = <E extends Named>(events: readonly E[]): readonly E[] =>
    events.some(isMeant) ? events.map((event) => (isMeant(event) ? { ...event, ...change } : event)) : events;
  const [events, series] = [all(list.events), all(list.series)];
  return events === list.events && series === list.series ? list : { ...list, events, series };
};

/** Gives a creator's events the creator's present name and picture. */
export const withPerson = (list: EventList, person: PersonView): EventList =>
  changed(list, ({ createdBy }) => createdBy === person._id, { creator: person });

export const withGroupName = (list: EventList, groupId: string, groupName: string): EventList =>
  changed(list, (event) => event.groupId === groupId && event.groupName !== groupName, { groupName });

/** Appends a page. An event pushed during the load may be in both; the newer version wins. */
export const withPage = (list: EventList, page: EventList): EventList => {
  const known = new Map(list.events.map((event) => [event._id, event]));
  const newer = page.events.flatMap((event) => {
    const held = known.get(event._id);
    const merged = held === undefined ? event : newerEvent(held, event);
    return merged === held ? [] : [merged];
  });
  const replaced = new Set(newer.flatMap(({ _id }) => (known.has(_id) ? [_id] : [])));
  const kept = replaced.size === 0 ? list.events : list.events.filter(({ _id }) => !replaced.has(_id));
  const { next: _, ...rest } = list;
  const joined = { ...rest, events: [...kept, ...newer] };
  return page.next === undefined ? joined : { ...joined, next: page.next };
};
