import { z } from 'zod';
import { ID_FORM } from '../text/id-form.ts';
import { isPhone, normalizePhone, PHONE_INVALID } from '../text/phone.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { isoInstant } from '../time/instant.ts';
import { isKnownTimeZone } from '../time/known-time-zones.ts';
import { limits } from './limits.ts';

// Zod probes whether it may evaluate generated code. Our Content-Security-Policy forbids that, and browsers report each attempt.
if ('document' in globalThis) z.config({ jitless: true });

/** Trimmed text that must be neither empty nor too long. */
export const requiredText = (max: number, missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(max, `Please use at most ${max} characters`);

export const optionalText = (max: number) =>
  z.string({ error: 'Please enter a text' }).trim().max(max, `Please use at most ${max} characters`);

/** Text that nobody types: a word in a query, or a name that accompanies an id. */
export const plainText = (max: number, refusal: string) => z.string({ error: refusal }).max(max, refusal);

export const yesOrNo = z.boolean({ error: 'Please choose yes or no' });

/** Page size of a query. */
export const pageLimit = (max: number) => {
  const refusal = `Please use a limit from 1 to ${max}`;
  return z.coerce.number({ error: refusal }).int(refusal).min(1, refusal).max(max, refusal);
};

export const phoneNumber = z
  .string({ error: PHONE_INVALID })
  .refine(isPhone, PHONE_INVALID)
  .transform((text) => normalizePhone(text) as string);

export const verificationCode = z
  .string({ error: 'Please enter all 6 digits' })
  .regex(/^\d{6}$/, 'Please enter all 6 digits');

const dateOr = (missing: string) =>
  z
    .string({ error: missing })
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Please use a date in the form YYYY-MM-DD')
    .refine(isCalendarDate, 'This date does not exist')
    // Instants are compared as text, so the day before, the day after and the longest duration also need four-digit years.
    .refine((date) => date >= '1900' && date < '9000', 'Please choose a year from 1900 to 8999');

/** For an event. */
export const calendarDate = dateOr('Date and time are required');

/** For a range of days. */
export const boundingDate = dateOr('A start date and an end date are required');

/** `H:MM` or `HH:MM`, 24 hours. */
export const wallTime = z
  .string({ error: 'Date and time are required' })
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'Please use a time in the form HH:MM');

export const durationMinutes = z
  .number({ error: 'Please choose a duration' })
  .int('Please choose a duration in whole minutes')
  .positive('Please choose a duration')
  .max(limits.eventDuration, 'This duration is too long');

/** UTC, ISO 8601. Instants are compared as text, so however it is written it gets one form, with milliseconds. */
export const instant = (missing: string) => z.iso.datetime({ error: missing }).max(40, missing).transform(isoInstant);

export const UNKNOWN_TIME_ZONE = 'This time zone is not known';

/** An IANA zone name, kept as given: `Asia/Kolkata` does not become `Asia/Calcutta`. */
export const timeZone = z.string({ error: UNKNOWN_TIME_ZONE }).refine(isKnownTimeZone, UNKNOWN_TIME_ZONE);

export const id = z.string({ error: 'This id is not valid' }).regex(ID_FORM, 'This id is not valid');

/**
 * An id chosen by the caller: a random (version 4) or time-ordered (version 7) UUID. The server derives its own ids as version 8,
 * so they cannot collide.
 */
export const chosenId = id.regex(/^.{14}[47]/, 'This id is not valid');
