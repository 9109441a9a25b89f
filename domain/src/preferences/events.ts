import { notificationLevels } from '@quorum/contracts/preferences/rules.ts';
import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';
import { storedReminder } from '../reminder/events.ts';

/** Stream `preferences-{userId}`: what one person prefers, for each group and for all. */
export const preferencesStream = (userId: string): string => `preferences-${userId}`;

/** Only what the event changes. */
const changes = z
  .object({
    color: z.number().int().min(0).max(4),
    pinned: z.boolean(),
    level: z.enum(notificationLevels),
    eventChanges: z.boolean(),
    /** An instant, `always`, or `null`. */
    mutedUntil: z.string().nullable(),
  })
  .partial();

export const preferencesEvents = [
  defineEvent({
    type: 'GroupPreferencesChanged',
    audit: 'unlisted',
    schema: z.object({ userId: z.uuid(), groupId: z.uuid(), changes }),
  }),
  /** Settings for all groups. */
  defineEvent({
    type: 'NotificationSettingsChanged',
    audit: 'unlisted',
    schema: z.object({ userId: z.uuid(), showText: z.boolean() }),
  }),
  /** The lead time that the wizard proposes. */
  defineEvent({
    type: 'ReminderDefaultChosen',
    audit: 'unlisted',
    schema: z.object({ userId: z.uuid(), minutes: storedReminder }),
  }),
] as const;
