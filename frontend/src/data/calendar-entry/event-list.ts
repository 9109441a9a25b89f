import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, startOfDay } from '@quorum/contracts/time/days.ts';
import { DEFAULT_TIME_ZONE } from '@quorum/contracts/time/wall-clock.ts';

type Events = readonly EventView[];

/** The range of one group's events, or of My Schedule when no group is given. */
export type EventsArgs = Omit<QueryOf<'events'>, 'limit' | 'after'>;

/** The loaded events of a range, in no particular order. */
export type EventList = {
  readonly events: Events;
  /** Where the next page begins. Absent when the whole range is loaded. */
  readonly next?: string;
};

/** Milliseconds since 1970. Every event that starts before is loaded. */
export const reachOf = ({ next }: EventList): number => {
  const place = next === undefined ? undefined : placeOfCursor(next);
  return place === undefined ? Number.POSITIVE_INFINITY : Date.parse(place.startsAt);
};

export const eventList = (events: Events, next: string | undefined): EventList =>
  next === undefined ? { events } : { events, next };

const withEvents = (list: EventList, events: Events): EventList =>
  events === list.events ? list : eventList(events, list.next);

const instantOfBound = (bound: string, timeZone: string, isEnd: boolean): number =>
  Date.parse(isCalendarDate(bound) ? startOfDay(isEnd ? addDays(bound, 1) : bound, timeZone) : bound);

/** Whether a list loaded with these arguments contains the event. */
export const belongsTo = (
  { groupId, startDate, endDate, timeZone = DEFAULT_TIME_ZONE }: EventsArgs,
  event: EventView,
): boolean => {
  const single = groupId !== undefined && groupId !== MY_SCHEDULE;
  if (single && groupId !== event.groupId) return false;
  if (startDate !== undefined && Date.parse(event.endsAt) <= instantOfBound(startDate, timeZone, false)) return false;
  return endDate === undefined || Date.parse(event.startsAt) < instantOfBound(endDate, timeZone, true);
};

/** Puts a version of an event into a list. Returns the same list when it holds this version or a newer one. */
export const withEvent = (list: EventList, event: EventView, belongs: boolean): EventList => {
  const { events } = list;
  const at = events.findIndex(({ _id }) => _id === event._id);
  const known = events[at];
  if (known === undefined) return belongs ? withEvents(list, [...events, event]) : list;
  if (known.revision >= event.revision) return list;
  return belongs ? withEvents(list, events.with(at, event)) : withoutEvent(list, event._id);
};

const without = (list: EventList, isGone: (event: EventView) => boolean): EventList =>
  list.events.some(isGone)
    ? withEvents(
        list,
        list.events.filter((event) => !isGone(event)),
      )
    : list;

export const withoutEvent = (list: EventList, eventId: string): EventList =>
  without(list, ({ _id }) => _id === eventId);

export const withoutGroup = (list: EventList, groupId: string): EventList =>
  without(list, (event) => event.groupId === groupId);

/** Removes the events of a person who deleted their account. */
export const withoutCreator = (list: EventList, userId: string): EventList =>
  without(list, ({ createdBy }) => createdBy === userId);

const changed = (
  list: EventList,
  isMeant: (event: EventView) => boolean,
  change: (event: EventView) => EventView,
): EventList =>
  list.events.some(isMeant)
    ? withEvents(
        list,
        list.events.map((event) => (isMeant(event) ? change(event) : event)),
      )
    : list;

/** Gives a creator's events the creator's present name and picture. */
export const withPerson = (list: EventList, person: PersonView): EventList =>
  changed(
    list,
    ({ createdBy }) => createdBy === person._id,
    (event) => ({ ...event, creator: person }),
  );

export const withGroupName = (list: EventList, groupId: string, groupName: string): EventList =>
  changed(
    list,
    (event) => event.groupId === groupId && event.groupName !== groupName,
    (event) => ({ ...event, groupName }),
  );

/** Appends a page. An event pushed during the load may be in both; the newer version wins. */
export const withPage = (list: EventList, page: EventList): EventList => {
  const known = new Map(list.events.map((event) => [event._id, event.revision]));
  const newer = page.events.filter(({ _id, revision }) => revision > (known.get(_id) ?? -1));
  const replaced = new Set(newer.flatMap(({ _id }) => (known.has(_id) ? [_id] : [])));
  const kept = replaced.size === 0 ? list.events : list.events.filter(({ _id }) => !replaced.has(_id));
  return eventList([...kept, ...newer], page.next);
};
