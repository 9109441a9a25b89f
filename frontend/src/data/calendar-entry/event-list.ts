import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, startOfDay } from '@quorum/contracts/time/days.ts';
import { DEFAULT_TIME_ZONE } from '@quorum/contracts/time/wall-clock.ts';
import { placeOfCursor } from '@quorum/contracts/wire/event-cursor.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { EventView, PersonView } from '@quorum/contracts/wire/views.ts';

type Events = readonly EventView[];

/** What a list of events is asked for: a range of one group, or without a group of My Schedule. */
export type EventsArgs = Omit<QueryOf<'events'>, 'limit' | 'after'>;

/** The events of a range as far as they are loaded, in no particular order. */
export type EventList = {
  readonly events: Events;
  /** Where the next page begins; absent when all of the range is loaded. */
  readonly next?: string;
};

/** Every event that starts before this instant is loaded, in milliseconds since 1970. */
export const reachOf = ({ next }: EventList): number => {
  const place = next === undefined ? undefined : placeOfCursor(next);
  return place === undefined ? Number.POSITIVE_INFINITY : Date.parse(place.startsAt);
};

/** Frozen here, since whoever freezes it later would walk through all events. */
export const eventList = (events: Events, next: string | undefined): EventList =>
  Object.freeze(next === undefined ? { events: Object.freeze(events) } : { events: Object.freeze(events), next });

const withEvents = (list: EventList, events: Events): EventList =>
  events === list.events ? list : eventList(events, list.next);

const instantOfBound = (bound: string, timeZone: string, isEnd: boolean): number =>
  Date.parse(isCalendarDate(bound) ? startOfDay(isEnd ? addDays(bound, 1) : bound, timeZone) : bound);

/** Does a list that was loaded with these arguments hold the event? */
export const belongsTo = (
  { groupId, startDate, endDate, timeZone = DEFAULT_TIME_ZONE }: EventsArgs,
  event: EventView,
): boolean => {
  const single = groupId !== undefined && groupId !== MY_SCHEDULE;
  if (single && groupId !== event.groupId) return false;
  if (startDate !== undefined && Date.parse(event.endsAt) <= instantOfBound(startDate, timeZone, false)) return false;
  return endDate === undefined || Date.parse(event.startsAt) < instantOfBound(endDate, timeZone, true);
};

/** A list after a newer version of an event is known. The same list when it holds this version, or a newer one. */
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

/** After a person deleted their account. */
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

/** The name and the picture of a creator as they are now. */
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

/** A list and the page after it. What was pushed meanwhile may be among both: the newer version counts. */
export const withPage = (list: EventList, page: EventList): EventList => {
  const known = new Map(list.events.map((event) => [event._id, event.revision]));
  const newer = page.events.filter(({ _id, revision }) => revision > (known.get(_id) ?? -1));
  const replaced = new Set(newer.flatMap(({ _id }) => (known.has(_id) ? [_id] : [])));
  const kept = replaced.size === 0 ? list.events : list.events.filter(({ _id }) => !replaced.has(_id));
  return eventList([...kept, ...newer], page.next);
};
