import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import {
  calendarDate,
  durationMinutes,
  id,
  optionalText,
  pageLimit,
  plainText,
  requiredText,
  timeZone,
  wallTime,
} from '../kernel/fields.ts';
import { carries, type Frames, type OfEvent } from '../kernel/frame.ts';
import { limits, MY_SCHEDULE } from '../kernel/limits.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';
import { reminder } from '../reminder/field.ts';
import type { Reminder } from '../reminder/lead-times.ts';
import type { Repeats } from '../time/repeats.ts';
import type { Part, Series, WallTimes } from '../time/series.ts';
import { type AttendanceView, type OwnRsvpView, seatFields } from './attendance.ts';
import type { DatesAnswers, Gap, Revised } from './dates-answers.ts';
import { EVENT_CURSOR } from './event-cursor.ts';
import { repeats } from './repeats.ts';
import type { EventTexts } from './texts.ts';

export type EventView = EventTexts & {
  readonly _id: string;
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly timeZone: string;
  readonly duration: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly isMyQEvent: boolean;
  readonly createdBy: string;
  readonly creator: PersonView;
  /** Revision of the event; the newer view wins. */
  readonly revision: number;
  /** Revision at which the event got its present place. */
  readonly placeRevision: number;
  /** For everybody who chose none of their own. */
  readonly reminder?: Reminder;
  /** Who comes to a group's event. Personal events and copies in messages have none. */
  readonly attendance?: AttendanceView;
  /** The viewer's own answer. Only in answers to one person. */
  readonly mine?: OwnRsvpView;
  readonly imported?: true;
  /** For one date of a series: the series, the date that the rule gave it, and the rule. A series of one date has no rule. */
  readonly seriesId?: string;
  readonly occurrence?: string;
  readonly repeats?: Repeats;
  /** In the message that announces an event that repeats: when its dates are. */
  readonly dates?: Series;
};

type OfCalendar = Pick<EventView, '_id' | 'groupId' | 'groupName' | 'createdBy' | 'creator' | 'imported'>;

/** A date with texts or a time of its own. */
type ChangedDate = Partial<EventTexts & Revised> & {
  readonly occurrence: string;
  readonly times?: WallTimes | undefined;
};

/** An event that repeats, from which all its dates follow. */
export type SeriesView = Series<Part & EventTexts & Revised, ChangedDate> &
  OfCalendar & {
    /** Revision of the series; the newer view wins. */
    readonly revision: number;
    /** Absent without any. */
    readonly gaps?: readonly Gap[];
    /** For each date. */
    readonly seats: number | null;
    readonly guestsEach: number;
    readonly reminder?: Reminder;
    /** The viewer's own. Only in answers to one person, and absent without one. */
    readonly ownReminder?: Reminder | undefined;
    /** Who comes on which date. Frames that announce a change of the series have none, nor has a personal one. */
    readonly answers?: DatesAnswers;
  };

export type EventsView = {
  readonly events: readonly EventView[];
  /** With `series=compact`, on the first page: the events that repeat, once each, instead of their dates. */
  readonly series?: readonly SeriesView[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
  /**
   * On the first page of My Schedule, which combines many audiences: the last change of each that it is known to include. For a
   * single group the `X-Sequence` header says it.
   */
  readonly sequences?: Readonly<Record<string, number>>;
};

export type ConflictView = Pick<
  EventView,
  '_id' | 'name' | 'groupId' | 'groupName' | 'date' | 'time' | 'duration' | 'startsAt' | 'endsAt'
> & {
  readonly createdBy: { readonly firstName: string; readonly lastName: string };
  /** The caller answered with maybe, or waits for a seat. */
  readonly maybe?: true;
};

export type ConflictsView = {
  readonly hasConflicts: boolean;
  /** By start, at most fifty. */
  readonly conflicts: readonly ConflictView[];
  /** The total, if `conflicts` is cut off. Counted up to a thousand. */
  readonly total?: number;
  /** For a rule: the compared dates with a conflict, each with its first one; at most fifty of `total`. */
  readonly occurrences?: {
    readonly dates: readonly { readonly date: string; readonly conflict: ConflictView }[];
    readonly total: number;
    readonly checked: number;
  };
};

export const groupOrPersonal = z.union([id, z.literal(MY_SCHEDULE)], { error: 'This id is not valid' });

export const eventName = requiredText(limits.eventName, 'Event name is required');

export const createEventBody = z.object({
  name: eventName,
  description: optionalText(limits.eventDescription).default(''),
  date: calendarDate,
  time: wallTime,
  duration: durationMinutes.default(limits.defaultDuration),
  location: optionalText(limits.eventLocation).default(''),
  groupId: groupOrPersonal.default(MY_SCHEDULE),
  groupName: plainText(200, 'This group name is not valid').optional(),
  timeZone: timeZone.optional(),
  /** Not for personal events. */
  seats: seatFields.seats.default(null),
  guestsEach: seatFields.guestsEach.default(0),
  repeats: repeats.optional(),
  reminder: reminder.default('none'),
});

/** Which dates of an event that repeats: by default the one that the id names, or all. */
const scope = z.enum(['this', 'following', 'all'], { error: 'Please choose which events' }).optional();

/** Texts and times that a change of an event, or of one date, may name. */
export const changedFields = {
  name: eventName.optional(),
  description: optionalText(limits.eventDescription).optional(),
  location: optionalText(limits.eventLocation).optional(),
  date: calendarDate.optional(),
  time: wallTime.optional(),
  duration: durationMinutes.optional(),
  timeZone: timeZone.optional(),
};

/** Details, or date, time and duration, or both, or how it repeats: null ends a series. */
export const changeEventBody = z
  .object({
    ...changedFields,
    repeats: repeats.nullable().optional(),
    /** For all dates, regardless of the scope. */
    reminder: reminder.optional(),
    scope,
  })
  .refine(({ scope: _, ...given }) => Object.values(given).some((value) => value !== undefined), 'Nothing to change');

export const deleteEventQuery = z.object({ scope });

export const conflictsBody = z.object({
  date: calendarDate,
  time: wallTime,
  duration: durationMinutes.default(limits.defaultDuration),
  timeZone: timeZone.optional(),
  /** Compares the first dates of the rule. */
  repeats: repeats.optional(),
  /** The event that moves, which is no conflict. */
  except: plainText(80, 'This id is not valid').optional(),
});

export const NO_SUCH_PAGE = 'This page does not exist';

export const afterCursor = z.string({ error: NO_SUCH_PAGE }).regex(EVENT_CURSOR, NO_SUCH_PAGE).optional();

/** A day, or an instant with its offset. */
const dayOrInstant = z.union([calendarDate, z.iso.datetime({ offset: true })], { error: 'This date is not valid' });

/**
 * `startDate` and `endDate` (inclusive) are days of `timeZone`, or instants. The response is the first page of the range, by
 * start; `after`, the `next` of that page, asks for the following one.
 */
export const eventsQuery = z.object({
  groupId: groupOrPersonal.optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  timeZone: timeZone.optional(),
  limit: pageLimit(limits.maxEventPage).default(limits.maxEventPage),
  after: afterCursor,
  /** Lists each event that repeats once, for clients that know its dates from the rule. */
  series: z.literal('compact', { error: 'Please use series=compact' }).optional(),
});

export const autocompleteQuery = z.object({
  query: plainText(300, 'Please enter an address of at most 300 characters'),
});

/** The event as it is now, for an event that repeats the date that was named; then also the series. */
export type ChangedEvent = { readonly event: EventView; readonly series?: SeriesView };

/** Calendars, and help with planning. */
export const eventRoutes = {
  addressAutocomplete: {
    method: 'GET',
    path: '/api/events/address-autocomplete',
    service: 'query',
    permission: ownProfile,
    query: autocompleteQuery,
    compress: 'always',
    answer: answers<{ suggestions: string[] }>(),
  },
  checkConflicts: {
    method: 'POST',
    path: '/api/events/check-conflicts',
    service: 'query',
    permission: ownProfile,
    body: conflictsBody,
    answer: answers<ConflictsView>(),
  },
  events: {
    method: 'GET',
    path: '/api/events',
    service: 'query',
    permission: { access: 'profile', rule: 'readSchedule' },
    query: eventsQuery,
    compress: 'in-group',
    answer: answers<EventsView>(),
  },
  event: {
    method: 'GET',
    path: '/api/events/:id',
    service: 'query',
    permission: { access: 'profile', rule: 'readEvent' },
    answer: answers<{ event: EventView }>(),
  },
  /** How many coming events a member has in a group, for those who may remove the member. */
  comingEventsOf: {
    method: 'GET',
    path: '/api/groups/:id/members/:userId/coming-events',
    service: 'query',
    permission: { access: 'profile', rule: 'manageRemoved' },
    answer: answers<{ count: number }>(),
  },
  createEvent: {
    method: 'POST',
    path: '/api/events',
    service: 'command',
    pace: 'announce',
    permission: { access: 'profile', rule: 'createEvents' },
    body: createEventBody,
    answer: answers<ChangedEvent>(),
  },
  changeEvent: {
    method: 'PUT',
    path: '/api/events/:id',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changeEvent' },
    body: changeEventBody,
    answer: answers<ChangedEvent>(),
  },
  deleteEvent: {
    method: 'DELETE',
    path: '/api/events/:id',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'deleteEvent' },
    query: deleteEventQuery,
    answer: answers<Success & { series?: SeriesView }>(),
  },
} as const satisfies { readonly [name: string]: Route };

/** `restored`: it was deleted, and has the answers from before. */
type Restorable = { readonly restored?: true };

export const eventFrames = {
  eventCreated: {
    of: ['event'],
    audience: 'calendar',
    payload: carries<OfEvent & Restorable & { readonly event: EventView }>(),
  },
  eventUpdated: { of: ['event'], audience: 'calendar', payload: carries<OfEvent & { readonly event: EventView }>() },
  /** An event that repeats: the series as it is, from which all its dates follow. */
  seriesUpdated: {
    of: ['series'],
    audience: 'calendar',
    payload: carries<OfEvent & Restorable & { readonly series: SeriesView }>(),
  },
  /** `forGood`: nothing names it any more. */
  eventDeleted: { of: [], audience: 'calendar', payload: carries<OfEvent & { readonly forGood?: true }>() },
} as const satisfies Frames;
