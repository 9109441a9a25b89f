import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `reminders-{entryId}`: the reminders of a calendar entry and of all its dates. */
export const remindersStream = (entryId: string): string => `reminders-${entryId}`;

/** Minutes before the start, or none. */
export const storedReminder = z.union([z.number().int().nonnegative(), z.literal('none')]);

const identity = { entryId: z.uuid(), groupId: z.union([z.uuid(), z.literal(MY_SCHEDULE)]), creatorId: z.uuid() };

/** People in one {@link remindersEvents RemindersSent}; a reminder of more is several events. */
export const MAX_REMINDED = 500;

export const reminderEvents = [
  /** A member's own lead time; `null`: the event's again. */
  defineEvent({
    type: 'ReminderChosen',
    audit: 'unlisted',
    schema: z.object({ ...identity, userId: z.uuid(), minutes: storedReminder.nullable() }),
  }),
  /** When the next reminder is due, stored so that no fold asks a zone. `null`: none is. */
  defineEvent({
    type: 'AlarmSet',
    audit: 'unlisted',
    schema: z.object({ ...identity, dueAt: z.iso.datetime().nullable() }),
  }),
  /** A reminder went to these people. Nobody: it found none, or came too late. */
  defineEvent({
    type: 'RemindersSent',
    audit: 'unlisted',
    schema: z.object({
      ...identity,
      occurrence: z.iso.date().nullable(),
      startsAt: z.iso.datetime(),
      minutes: z.number().int().nonnegative(),
      userIds: z.array(z.uuid()).max(MAX_REMINDED),
    }),
  }),
] as const;
