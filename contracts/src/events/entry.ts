import { z } from 'zod';
import { defineEvent, personal, personSubject } from './definition.ts';

/** Stream `entry-{entryId}`: one calendar entry (the product's "event"). */
export const entryStream = (entryId: string): string => `entry-${entryId}`;

/** Group id of personal entries. */
export const PERSONAL_GROUP = 'my-q';

const entryId = z.uuid();
const groupId = z.union([z.uuid(), z.literal(PERSONAL_GROUP)]);
const creatorId = z.uuid();
const ofCreator = (data: { creatorId: string }): string => personSubject(data.creatorId);

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
    personal: [{ subject: ofCreator, fields: ['name', 'description', 'location'] }],
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
    personal: [{ subject: ofCreator, fields: ['name', 'description', 'location'] }],
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
