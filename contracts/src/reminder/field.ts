import { z } from 'zod';
import { LEAD_TIMES, type Reminder } from './lead-times.ts';

const invalid = { error: 'Please choose a reminder' };

export const reminder: z.ZodType<Reminder, Reminder> = z.union(
  [z.literal(LEAD_TIMES, invalid), z.literal('none', invalid)],
  invalid,
);
