import { z } from 'zod';
import { changedFields, createEventBody, groupOrPersonal } from '../entry/wire.ts';
import { calendarDate, plainText } from '../kernel/fields.ts';
import { limits, MY_SCHEDULE } from '../kernel/limits.ts';
import { answers, type Route } from '../kernel/route.ts';

/** The outcome for an event, if it is imported. */
export type ImportOutcomeView = {
  /** `here`: the person has imported it into this calendar before, or made it there. */
  readonly outcome: 'new' | 'here' | 'refused';
  /** Why it is refused. */
  readonly reason?: string;
  /** Names of events that it overlaps; at most three. */
  readonly clashes: readonly string[];
};

const TOO_MANY_DATES = 'This event was changed too often. Please start a new one.';

const changedDate = z.object({ occurrence: calendarDate, ...changedFields });

const INVALID = 'This event is not valid';

const importedEvent = z.object(
  {
    ...createEventBody.omit({ groupId: true, groupName: true, seats: true, guestsEach: true, reminder: true }).shape,
    /** By which the other calendar knows it. */
    uid: plainText(limits.importedUid, 'This id is not valid').min(1, 'This id is not valid'),
    /** Dates of an event that repeats which do not take place, and those that differ. */
    excluded: z.array(calendarDate).max(limits.seriesExceptions, TOO_MANY_DATES).default([]),
    changed: z.array(changedDate).max(limits.seriesExceptions, TOO_MANY_DATES).default([]),
  },
  INVALID,
);

export type ImportedEvent = z.output<typeof importedEvent>;
export type ImportedEventInput = z.input<typeof importedEvent>;

export const importBody = z.object({
  groupId: groupOrPersonal.default(MY_SCHEDULE),
  events: z
    .array(importedEvent, { error: 'Please choose events to import' })
    .min(1, 'Please choose events to import')
    .max(limits.imported, 'Please import at most 1,000 events at once'),
});

/** Events of another calendar. */
export const importRoutes = {
  /** The outcome for each event, in order. */
  checkImport: {
    method: 'POST',
    path: '/api/events/import/check',
    service: 'query',
    permission: { access: 'profile', rule: 'createEvents' },
    body: importBody,
    bodyBytes: limits.importBytes,
    answer: answers<{ outcomes: readonly ImportOutcomeView[] }>(),
  },
  /** A repeat goes on where the call stopped. */
  importEvents: {
    method: 'POST',
    path: '/api/events/import',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'createEvents' },
    body: importBody,
    bodyBytes: limits.importBytes,
    answer: answers<{ imported: number }>(),
  },
} as const satisfies { readonly [name: string]: Route };
