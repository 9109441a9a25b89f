import { z } from 'zod';
import { placeOfCursor } from '../event-cursor.ts';
import { limits, MY_SCHEDULE } from '../limits.ts';
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
} from './fields.ts';

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
});

/** Details, or date, time and duration, or both. */
export const changeEventBody = z
  .object({
    name: eventName.optional(),
    description: optionalText(limits.eventDescription).optional(),
    location: optionalText(limits.eventLocation).optional(),
    date: calendarDate.optional(),
    time: wallTime.optional(),
    duration: durationMinutes.optional(),
    timeZone: timeZone.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), 'Nothing to change');

export const conflictsBody = z.object({
  date: calendarDate,
  time: wallTime,
  duration: durationMinutes.default(limits.defaultDuration),
  timeZone: timeZone.optional(),
});

const NO_SUCH_PAGE = 'This page does not exist';

/** A day, or an instant with its offset. */
const dayOrInstant = z.union([calendarDate, z.iso.datetime({ offset: true })], { error: 'This date is not valid' });

/**
 * `startDate` and `endDate` (inclusive) are days of `timeZone`, or instants. With a `limit` the response is the first page of the
 * range, by start; `after`, the `next` of that page, asks for the following one.
 */
export const eventsQuery = z.object({
  groupId: groupOrPersonal.optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  timeZone: timeZone.optional(),
  limit: pageLimit(limits.eventPageMost).optional(),
  after: plainText(100, NO_SUCH_PAGE)
    .refine((text) => placeOfCursor(text) !== undefined, NO_SUCH_PAGE)
    .optional(),
});

export const autocompleteQuery = z.object({
  query: plainText(300, 'Please enter an address of at most 300 characters'),
});
