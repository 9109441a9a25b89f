import { repeats } from '@quorum/contracts/entry/repeats.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { z } from 'zod';
import { defineEvent, personal, writingSubject } from '../event-definition.ts';
import { storedReminder } from '../reminder/events.ts';

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

const texts = ['name', 'description', 'location'] as const;

/** UTC, ISO 8601. */
const span = z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() });

export const entryEvents = [
  defineEvent({
    type: 'EntryScheduled',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* created an event' },
    schema: z.object({ ...identity, ...details, ...entryTimes }),
    personal: [{ subject: ofEntry, fields: texts }],
  }),
  /**
   * An event of another calendar, which knows it by `uid`, with its rule and the dates that were changed or deleted by themselves.
   * `fields` are the texts in which a date differs; `texts` is an object of them, as JSON, by date. The first event of an import
   * has its `count`. Apart from `EntryScheduled`, because no message, notice or alert announces it.
   */
  defineEvent({
    type: 'EntryImported',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* imported an event' },
    schema: z.object({
      ...identity,
      ...details,
      ...entryTimes,
      importId: z.uuid(),
      count: z.number().int().positive().nullable(),
      uid: personal(z.string()),
      series: z
        .object({
          rule: repeats,
          lastDate: z.string().nullable(),
          lastEndsAt: z.iso.datetime().nullable(),
          leftOut: z.array(z.string()),
          changed: z.array(
            z.object({
              occurrence: z.string(),
              fields: z.array(z.enum(texts)),
              times: z.object(entryTimes).nullable(),
            }),
          ),
        })
        .nullable(),
      texts: personal(z.string()),
    }),
    personal: [{ subject: ofEntry, fields: ['name', 'description', 'location', 'uid', 'texts'] }],
  }),
  defineEvent({
    type: 'EntryDetailsChanged',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* changed an event' },
    schema: z.object({ ...identity, ...details }),
    personal: [{ subject: ofEntry, fields: texts }],
  }),
  defineEvent({
    type: 'EntryRescheduled',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* moved an event' },
    schema: z.object({ ...identity, ...entryTimes }),
  }),
  /** `seats: null` means no limit. `repeats`: it is a series, each date of which has so many. */
  defineEvent({
    type: 'EntrySeatsSet',
    version: 2,
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['seats', 'guestsEach'],
      say: ({ seats, guestsEach }) => {
        const limit = seats === undefined ? 'took the limit of seats off' : 'limited the seats to {seats} at';
        const guests = Number(guestsEach) === 1 ? 'guest' : 'guests';
        return `*{actor}* ${limit} an event${guestsEach === 0 ? '' : `, with up to {guestsEach} ${guests} each`}`;
      },
    },
    schema: z.object({
      ...identity,
      seats: z.number().int().positive().nullable(),
      guestsEach: z.number().int().nonnegative(),
      repeats: z.boolean(),
    }),
    upcasters: { 1: (data) => ({ ...data, repeats: false }) },
  }),
  /** For all its dates, and everybody who chose none of their own. `repeats`: it is a series. */
  defineEvent({
    type: 'EntryReminderSet',
    audit: {
      kind: 'event',
      person: 'creatorId',
      say: ({ minutes }) =>
        `*{actor}* ${minutes === 'none' ? 'took the reminder off' : 'set the reminder of'} an event`,
      facts: ['minutes'],
    },
    schema: z.object({ ...identity, minutes: storedReminder, repeats: z.boolean() }),
  }),
  defineEvent({
    type: 'EntryCancelled',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* cancelled an event' },
    schema: z.object(identity),
  }),
  /**
   * From the date `from` on, the entry repeats by this rule, at this time and with these texts, first on `date`. `lastDate` is what
   * `until` or `count` lead to. Everything that depends on a zone is stored, so that a fold asks none: the instants are those of the
   * first date, `lastEndsAt` is a day later than the end of the last one. Both are null without an end.
   */
  defineEvent({
    type: 'SeriesSet',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['from'],
      say: { sentence: '*{actor}* set how an event repeats', detail: 'From {from} on, in {group}' },
    },
    schema: z.object({
      ...identity,
      ...details,
      from: z.string(),
      rule: repeats,
      ...entryTimes,
      lastDate: z.string().nullable(),
      lastEndsAt: z.iso.datetime().nullable(),
    }),
    personal: [{ subject: ofEntry, fields: texts }],
  }),
  /** The dates from `from` on are gone; the last one that stays is `lastDate`. */
  defineEvent({
    type: 'SeriesEnded',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['from'],
      say: '*{actor}* ended a repeating event before {from}',
    },
    schema: z.object({ ...identity, from: z.string(), lastDate: z.string(), lastEndsAt: z.iso.datetime() }),
  }),
  /**
   * One date of a series was changed by itself. `changed` names the fields that it sets, because null in a text means erased; the
   * texts in `follows`, and null `times`, are those of the series again. It took place at `was` and then at `becomes`.
   */
  defineEvent({
    type: 'OccurrenceChanged',
    version: 2,
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['occurrence'],
      say: '*{actor}* changed {occurrence} of a repeating event',
    },
    schema: z.object({
      ...identity,
      ...details,
      occurrence: z.string(),
      changed: z.array(z.enum(['name', 'description', 'location', 'times'])),
      follows: z.array(z.enum(texts)),
      times: z.object(entryTimes).nullable(),
      was: span,
      becomes: span,
    }),
    personal: [{ subject: ofEntry, fields: texts }],
    upcasters: { 1: (data) => ({ ...data, follows: [] }) },
  }),
  defineEvent({
    type: 'OccurrenceCancelled',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['occurrence'],
      say: '*{actor}* cancelled {occurrence} of a repeating event',
    },
    schema: z.object({ ...identity, occurrence: z.string(), was: span }),
  }),
  defineEvent({
    type: 'OccurrenceRestored',
    audit: {
      kind: 'event',
      person: 'creatorId',
      facts: ['occurrence'],
      say: '*{actor}* restored {occurrence} of a repeating event',
    },
    schema: z.object({ ...identity, occurrence: z.string() }),
  }),
  defineEvent({
    type: 'EntryRestored',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* restored an event' },
    /** `repeats`: it is a series. */
    schema: z.object({ ...identity, repeats: z.boolean() }),
  }),
  /** It was deleted before, and its key is destroyed. */
  defineEvent({
    type: 'EntryPurged',
    audit: { kind: 'event', person: 'creatorId', say: '*{actor}* deleted an event for good' },
    schema: z.object(identity),
  }),
] as const;

/** The fields of an event, under the names of its entry. */
export const entryFacts = <D extends { readonly entryId: string }>({ entryId: id, ...details }: D) => ({
  id,
  ...details,
});
