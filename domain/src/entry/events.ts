import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { z } from 'zod';
import { defineEvent, personal, writingSubject } from '../event-definition.ts';

/** Stream `entry-{entryId}`: one calendar entry (the product's "event"). */
export const entryStream = (entryId: string): string => `entry-${entryId}`;

const identity = { entryId: z.uuid(), groupId: z.union([z.uuid(), z.literal(MY_SCHEDULE)]), creatorId: z.uuid() };
const details = {
  name: personal(z.string()),
  description: personal(z.string()),
  location: personal(z.string()),
};
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
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* created an event' },
    schema: z.object({ ...identity, ...details, ...entryTimes }),
    personal: [{ subject: ofEntry, fields: ['name', 'description', 'location'] }],
  }),
  defineEvent({
    type: 'EntryDetailsChanged',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* changed an event' },
    schema: z.object({ ...identity, ...details }),
    personal: [{ subject: ofEntry, fields: ['name', 'description', 'location'] }],
  }),
  defineEvent({
    type: 'EntryRescheduled',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* moved an event' },
    schema: z.object({ ...identity, ...entryTimes }),
  }),
  /** `seats: null` means no limit. */
  defineEvent({
    type: 'EntrySeatsSet',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['seats', 'guestsEach'],
      say: ({ seats, guestsEach }) => {
        const limit = seats === undefined ? 'took the limit of seats off' : 'limited the seats to {seats} at';
        return `*{actor}* ${limit} an event${guestsEach === 0 ? '' : ', with up to {guestsEach} guests each'}`;
      },
    },
    schema: z.object({
      ...identity,
      seats: z.number().int().positive().nullable(),
      guestsEach: z.number().int().nonnegative(),
    }),
  }),
  defineEvent({
    type: 'EntryCancelled',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* cancelled an event' },
    schema: z.object(identity),
  }),
] as const;

/** The fields of an event, under the names of its entry. */
export const entryFacts = <D extends { readonly entryId: string }>({ entryId: id, ...details }: D) => ({
  id,
  ...details,
});
