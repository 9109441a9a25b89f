import { allowIf, leads, member, memberWith, type OnEvent, orPersonal } from '../kernel/permissions.ts';

export const limits = {
  eventName: 100,
  eventDescription: 1000,
  eventLocation: 300,
  /** Also the page of a request without a `limit`. */
  maxEventPage: 1000,
  /** Minutes; one year. Longer than any real event, short enough to bound range queries. */
  eventDuration: 527_040,
  /** How long a deleted event can be restored. Milliseconds. */
  eventRestorable: 30 * 86_400_000,
  /** Per event, all its dates included. Its history reads them all. */
  eventChanges: 2000,
  /** Per account, those deleted since too. */
  newEventsPerDay: 500,
  /** Per calendar. */
  comingEvents: 5000,
  /** Per person and calendar. */
  comingEventsOfPerson: 500,
  /** Minutes. */
  defaultDuration: 60,
  /** Running ones, per calendar. */
  series: 200,
  /** Running ones that one person made, in all calendars. */
  seriesOfPerson: 500,
  /** A deleted event can be restored into a full calendar, until it holds this many times the limits above. */
  restoredTimes: 2,
  seriesCount: 730,
  /** Years from the first date. */
  seriesYears: 10,
  seriesParts: 50,
  /** Dates ahead that were changed or deleted by themselves. */
  seriesExceptions: 400,
  /** Characters of the texts of dates that were changed by themselves. They are all in one document. */
  seriesExceptionText: 100_000,
  /** A year of weeks: the dates of a series that are checked for conflicts. */
  seriesDatesChecked: 53,
  /** Letters of an address that are searched for. */
  autocompleteMin: 3,
  autocompleteDebounce: 300,
} as const;

export const refusals = {
  'event/not-found': [404, 'Event not found'],
  'event/removed': [409, 'This event was removed by a moderator'],
  'event/not-deleted': [409, 'This event is not deleted'],
  'event/changed-since': [409, 'This event was changed again since'],
  'event/restore-over': [410, 'This event can no longer be restored'],
  'event/too-many-today': [429, 'You can create up to 500 events a day. Please try again later.'],
  'event/too-many-coming': [409, 'This calendar already has 5,000 upcoming events. Please delete some of them first.'],
  'event/too-many-of-yours': [
    409,
    'You already have 500 upcoming events in this calendar. Please delete some of them first.',
  ],
  'event/not-the-creator': [403, 'Only the creator can change this event'],
  'event/not-yours-to-delete': [403, 'Only the creator, the owner and admins can delete this event'],
  'series/first-date': [400, 'The first date must be one that the event repeats on'],
  'series/overlaps-itself': [400, 'An event that repeats must end before it starts again'],
  'series/rule-for-one-date': [400, 'A rule cannot be changed for one date'],
  'series/date-gone': [404, 'This date is not part of the event any more'],
  'series/too-many': [409, 'This calendar already has 200 repeating events'],
  'series/too-many-of-yours': [409, 'You already have 500 repeating events. Please delete some of them first.'],
  'series/too-many-parts': [409, 'This event was changed too often. Please start a new one.'],
  'series/too-many-exceptions': [409, 'This event was changed too often. Please start a new one.'],
  'places/unavailable': [502, 'Unable to load address suggestions'],
} as const;

/** Only the creator sees a personal event. To others it does not exist. */
export const readEvent = ({ personal, actorId, creatorId, role }: OnEvent) =>
  allowIf(personal ? actorId === creatorId : role !== undefined, 'event/not-found');

type OnDeleted = OnEvent & { readonly deletedBy?: string | undefined };

/** The person who deleted it, while they may still delete it, and the owner. */
const restoreEvent = (facts: OnDeleted) =>
  readEvent(facts) ??
  allowIf(
    facts.role === 'owner' ||
      (facts.actorId === facts.deletedBy && (facts.actorId === facts.creatorId || leads(facts.role))),
  );

export const permissions = {
  readSchedule: orPersonal(member),
  createEvents: orPersonal(memberWith('allowMembersCreateEvents')),
  readEvent,
  changeEvent: (facts: OnEvent) =>
    readEvent(facts) ?? allowIf(facts.actorId === facts.creatorId, 'event/not-the-creator'),
  deleteEvent: (facts: OnEvent) =>
    readEvent(facts) ?? allowIf(facts.actorId === facts.creatorId || leads(facts.role), 'event/not-yours-to-delete'),
  restoreEvent,
  /** Everyone who sees it; if it was deleted, those who may restore it. */
  readHistory: (facts: OnDeleted) =>
    readEvent(facts) ?? allowIf(facts.deletedBy === undefined || restoreEvent(facts) === undefined, 'event/not-found'),
} as const;
