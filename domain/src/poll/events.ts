import { votes } from '@quorum/contracts/poll/votes.ts';
import { z } from 'zod';
import { defineEvent, personal, writingSubject } from '../event-definition.ts';

/** Stream `poll-{pollId}`: one search for a time. The message that announces it has the poll's id. */
export const pollStream = (pollId: string): string => `poll-${pollId}`;

const identity = { pollId: z.uuid(), groupId: z.uuid(), creatorId: z.uuid() };

/** The whole proposal. `options` are by start, each with the wall clock of the zone. Duration in minutes. */
const proposal = {
  name: personal(z.string()),
  description: personal(z.string()),
  location: personal(z.string()),
  options: z.array(z.object({ date: z.string(), time: z.string(), startsAt: z.iso.datetime() })),
  timeZone: z.string(),
  duration: z.number().int().positive(),
  closesAt: z.iso.datetime().nullable(),
};
const texts = [
  {
    subject: ({ creatorId, pollId }: { creatorId: string; pollId: string }): string =>
      writingSubject(creatorId, pollId),
    fields: ['name', 'description', 'location'] as const,
  },
];

const REASONS = ['decided', 'deadline', 'cancelled', 'expired', 'removed'] as const;

const closed: { readonly [R in (typeof REASONS)[number]]: string } = {
  decided: '*{actor}* made an event of a poll',
  deadline: 'Voting on a poll has ended',
  cancelled: '*{actor}* cancelled a poll',
  expired: 'A poll ended without a time',
  removed: 'A poll was removed',
};

export const pollEvents = [
  defineEvent({
    type: 'PollOpened',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* started a poll' },
    schema: z.object({ ...identity, ...proposal }),
    personal: texts,
  }),
  /** `changed` names what differs. `answered`: members who still have votes, because those for a time that was taken off are gone. */
  defineEvent({
    type: 'PollChanged',
    audit: { kind: 'event', person: 'creatorId', facts: ['changed'], say: '*{actor}* changed a poll' },
    schema: z.object({
      ...identity,
      changed: z.array(z.enum(['name', 'description', 'location', 'options', 'closesAt'])),
      answered: z.number().int().nonnegative(),
      ...proposal,
    }),
    personal: texts,
  }),
  /** By option, those that differ from the person's votes before. Null: the vote was withdrawn. */
  defineEvent({
    type: 'VotesCast',
    audit: { kind: 'event', person: 'userId', say: '*{actor}* voted in a poll' },
    schema: z.object({ ...identity, userId: z.uuid(), votes: z.record(z.string(), z.enum(votes).nullable()) }),
  }),
  defineEvent({
    type: 'VotesWithdrawn',
    audit: {
      kind: 'event',
      person: 'userId',
      facts: ['reason'],
      say: '*{person}* left, and votes in a poll no more',
    },
    schema: z.object({ ...identity, userId: z.uuid(), reason: z.enum(['left', 'account-deleted']) }),
  }),
  /**
   * `deadline` ends the voting until the deadline is moved on; all others are final. `removed`: with its message by moderation, or with
   * its group. Only a decision has an option, and the entry made of it.
   */
  defineEvent({
    type: 'PollClosed',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['reason'],
      say: ({ reason }) => closed[reason as (typeof REASONS)[number]],
    },
    schema: z.object({
      ...identity,
      reason: z.enum(REASONS),
      optionId: z.string().nullable(),
      entryId: z.uuid().nullable(),
    }),
  }),
] as const;
