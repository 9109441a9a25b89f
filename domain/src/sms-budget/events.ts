import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `sms-budget-{day}`: all text messages sent in one day (UTC, `2026-11-22`). */
export const smsBudgetStream = (day: string): string => `sms-budget-${day}`;

export const smsBudgetEvents = [
  defineEvent({
    type: 'SmsCounted',
    audit: 'unlisted',
    /** `hour` of the day, UTC. */
    schema: z.object({ day: z.iso.date(), hour: z.number().int().min(0).max(23) }),
  }),
] as const;
