import { rsvpAnswers } from '@quorum/contracts/entry/attendance.ts';
import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `attendance-{eventId}`: the answers to one event, or to one date of a series. */
export const attendanceStream = (eventId: string): string => `attendance-${eventId}`;

/**
 * `creatorId` is the event's: the creator is going without an answer of their own, so counting needs to know them. `occurrence` is
 * the date of a series, or `null`.
 */
const identity = {
  entryId: z.uuid(),
  occurrence: z.iso.date().nullable(),
  groupId: z.uuid(),
  creatorId: z.uuid(),
  userId: z.uuid(),
};

/**
 * Of an answer to a series: the date from which it counts, until the next one of the same person. Earlier dates keep their
 * answers. `null` in the answers to one date and to a single event.
 */
const from = z.iso.date().nullable();

/** The place on the waitlist that the person leaves, from 1. Everybody behind it moves up. */
const leaves = z.number().int().positive().nullable();

const sentences = { going: 'is going to', maybe: 'might come to', cant: 'can’t come to' } as const;

/** Version 1 had no answers to a series. */
const ofOneDate = (data: object) => ({ ...data, from: null });

const REASONS = ['taken-back', 'replaced', 'left', 'account-deleted'] as const;
type Reason = (typeof REASONS)[number];

const leftSentence = '*{personOrActor}* left, and comes to an event no more';
const withdrawn: Readonly<Record<Reason, string>> = {
  'taken-back': '*{actor}* took an answer to an event back',
  replaced: 'An answer of *{person}* to a repeating event replaced the one to a single date',
  left: leftSentence,
  'account-deleted': leftSentence,
};

const sentenceOf = (answer: unknown, guests: number): string => {
  const said = `*{personOrActor}* ${sentences[answer as keyof typeof sentences]} an event`;
  return guests === 0 ? said : `${said} and brings {guests} ${guests === 1 ? 'guest' : 'guests'}`;
};

export const attendanceEvents = [
  /**
   * `seated` is false for somebody in line, and for those who are not going. The rest is what the person saw of the event; of a series
   * that is the date that they looked at, and the revision of the entry.
   */
  defineEvent({
    type: 'RsvpGiven',
    version: 2,
    audit: {
      kind: 'event',
      person: 'userId',
      facts: ['answer', 'guests'],
      say: ({ answer, guests }) => sentenceOf(answer, Number(guests)),
    },
    schema: z.object({
      ...identity,
      from,
      answer: z.enum(rsvpAnswers),
      guests: z.number().int().nonnegative(),
      seated: z.boolean(),
      leaves,
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      placeRevision: z.number().int().nonnegative(),
    }),
    upcasters: { 1: ofOneDate },
  }),
  /** A seat opened for somebody in line. */
  defineEvent({
    type: 'RsvpPromoted',
    audit: { kind: 'event', person: 'userId', say: '*{person}* got a seat at an event' },
    schema: z.object({ ...identity, leaves }),
  }),
  /** `replaced`: the answer to one date, by a later one to the series. */
  defineEvent({
    type: 'RsvpWithdrawn',
    version: 2,
    audit: { kind: 'event', person: 'userId', facts: ['reason'], say: ({ reason }) => withdrawn[reason as Reason] },
    schema: z.object({ ...identity, from, leaves, reason: z.enum(REASONS) }),
    upcasters: { 1: ofOneDate },
  }),
] as const;
