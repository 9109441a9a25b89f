import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { z } from 'zod';
import { defineEvent, personal, writingSubject } from '../event-definition.ts';

/** Stream `entry-{entryId}`: one calendar entry (the product's "event"). */
export const entryStream = (entryId: string): string => `entry-${entryId}`;

const entryId = z.uuid();
const groupId = z.union([z.uuid(), z.literal(MY_SCHEDULE)]);
const creatorId = z.uuid();
const ofEntry = (data: { creatorId: string; entryId: string }): string => writingSubject(data.creatorId, data.entryId);

/** The creator's wall clock in `timeZone` (IANA), and the instants derived from it (UTC, ISO 8601). Duration in minutes. */
export const entryTimes = {
  date: z.string(),
  time: z.string(),
  timeZone: z.string(),
  duration: z.number().int().positive(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
};

export const entryEvents = [
  defineEvent({
    type: 'EntryScheduled',
    schema: z.object({
      entryId,
      groupId,
      creatorId,
      name: personal(z.string()),
      description: personal(z.string()),
      location: personal(z.string()),
      ...entryTimes,
    }),
    personal: [{ subject: ofEntry, fields: ['name', 'description', 'location'] }],
  }),
  defineEvent({
    type: 'EntryDetailsChanged',
    schema: z.object({
      entryId,
      groupId,
      creatorId,
      name: personal(z.string()),
      description: personal(z.string()),
      location: personal(z.string()),
    }),
    personal: [{ subject: ofEntry, fields: ['name', 'description', 'location'] }],
  }),
  defineEvent({
    type: 'EntryRescheduled',
    schema: z.object({ entryId, groupId, creatorId, ...entryTimes }),
  }),
  defineEvent({
    type: 'EntryCancelled',
    schema: z.object({ entryId, groupId, creatorId }),
  }),
] as const;
