import { z } from 'zod';
import { boundingDate } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { type Repeats, WEEKDAY_CODES } from '../time/repeats.ts';

const invalid = { error: 'This rule is not valid' };
const weekday = z.enum(WEEKDAY_CODES, invalid);
const from1To = (max: number) => z.number(invalid).int(invalid).min(1, invalid).max(max, invalid);
const orLast = (max: number) => z.union([from1To(max), z.literal('last')], invalid);

const nthWeekday = z.strictObject({ nth: orLast(5), weekday }, invalid);
const dayOfMonth = z.strictObject({ day: orLast(31) }, invalid);
const weekdays = z
  .array(weekday, invalid)
  .min(1, 'Please choose a day')
  .transform((days) => WEEKDAY_CODES.filter((day) => days.includes(day)));

const times = {
  every: from1To(99).default(1),
  until: boundingDate.optional(),
  count: from1To(limits.seriesCount).optional(),
};

export type RepeatsInput = Omit<Repeats, 'every'> & { readonly every?: number | undefined };

/** How an event repeats. It ends at a date, after a number of times, or never. */
export const repeats: z.ZodType<Repeats, RepeatsInput> = z
  .discriminatedUnion(
    'unit',
    [
      z.strictObject({ unit: z.literal('day'), ...times }),
      z.strictObject({ unit: z.literal('week'), on: weekdays.optional(), ...times }),
      z.strictObject({ unit: z.literal('month'), on: z.union([dayOfMonth, nthWeekday], invalid).optional(), ...times }),
      z.strictObject({ unit: z.literal('year'), on: nthWeekday.optional(), ...times }),
    ],
    invalid,
  )
  .refine(({ until, count }) => until === undefined || count === undefined, invalid);
