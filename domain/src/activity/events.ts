import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `activity-{userId}`: up to when one person has seen what concerns them. */
export const activityStream = (userId: string): string => `activity-${userId}`;

export const activityEvents = [
  defineEvent({
    type: 'ActivityRead',
    audit: 'unlisted',
    /** UTC, ISO 8601. */
    schema: z.object({ userId: z.uuid(), upTo: z.iso.datetime() }),
  }),
] as const;
