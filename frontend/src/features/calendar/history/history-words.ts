import type { EventChangeView, VersionView } from '@quorum/contracts/entry/undo.ts';
import { reminderLabel } from '@quorum/contracts/reminder/lead-times.ts';
import { isErased, personName } from '@quorum/contracts/text/person-name.ts';
import { nearDayName, shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';

export type Viewer = { readonly now: number; readonly timeZone: string };

/** One field of an event that two versions differ in. */
export type Difference = { readonly field: string; readonly was: string; readonly now: string };

const GONE = 'No longer available';

const textOf = (text: string | null): string => text ?? GONE;

const ruleOf = ({ repeats, date }: VersionView): string =>
  repeats === null ? 'Does not repeat' : repeatsLabel({ rule: repeats, date });

/** How each field is shown. */
const FIELDS: readonly (readonly [string, (version: VersionView, viewer: Viewer) => string])[] = [
  ['Name', ({ name }) => textOf(name)],
  ['Description', ({ description }) => textOf(description) || 'None'],
  ['Place', ({ location }) => textOf(location) || 'None'],
  [
    'Date',
    ({ startsAt }, { now, timeZone }) => shortDayBeside(localDate(startsAt, timeZone), localDate(now, timeZone)),
  ],
  ['Time', ({ startsAt }, { timeZone }) => timeLabel(startsAt, timeZone)],
  ['Length', ({ duration }) => durationLabel(duration)],
  ['Repeats', ruleOf],
  ['Seats', ({ seats }) => (seats === null ? 'No limit' : String(seats))],
  ['Reminder', ({ reminder }) => reminderLabel(reminder)],
  ['Guests', ({ guestsEach }) => (guestsEach === 0 ? 'None' : `${guestsEach} each`)],
];

/** A series has the same wall-clock time on each date, even across a change of clocks. */
const isSameClock = (a: VersionView, b: VersionView): boolean => a.time === b.time && a.timeZone === b.timeZone;

const isCompared = (field: string, was: VersionView, now: VersionView, isOneDate: boolean): boolean => {
  if (isOneDate || (was.repeats === null && now.repeats === null)) return field !== 'Repeats';
  return field !== 'Date' && (field !== 'Time' || !isSameClock(was, now));
};

/** @param isOneDate single events, and dates of series by themselves, have a day; the pattern of a series has a rule */
export const differences = (
  was: VersionView,
  now: VersionView,
  viewer: Viewer,
  isOneDate: boolean,
): readonly Difference[] =>
  FIELDS.flatMap(([field, show]) => {
    if (!isCompared(field, was, now, isOneDate)) return [];
    const [before, after] = [show(was, viewer), show(now, viewer)];
    return before === after ? [] : [{ field, was: before, now: after }];
  });

export const differencesOf = ({ was, now, occurrence }: EventChangeView, viewer: Viewer): readonly Difference[] =>
  was === null || now === null ? [] : differences(was, now, viewer, occurrence !== undefined);

const DONE = {
  created: 'created it',
  changed: 'changed it',
  renamed: 'renamed it',
  described: 'changed the description',
  placed: 'changed the place',
  moved: 'moved it',
  timed: 'changed how long it takes',
  repeated: 'changed how it repeats',
  seated: 'changed the seats',
  reminded: 'changed the reminder',
  ended: 'ended it',
  deleted: 'deleted it',
  restored: 'restored it',
  purged: 'deleted it for good',
} as const;

export type Done = keyof typeof DONE;

/** The kind of a field's change. */
const CHANGES: Readonly<Record<string, Done>> = {
  Name: 'renamed',
  Description: 'described',
  Place: 'placed',
  Date: 'moved',
  Time: 'moved',
  Length: 'timed',
  Repeats: 'repeated',
  Seats: 'seated',
  Guests: 'seated',
  Reminder: 'reminded',
};

/** One word for what was done, if one says it. */
export const doneIn = ({ what }: EventChangeView, changed: readonly Difference[]): Done => {
  if (what !== 'changed') return what;
  const [one, ...others] = new Set(changed.map(({ field }) => CHANGES[field]));
  return one === undefined || others.length > 0 ? 'changed' : one;
};

/** `Yesterday, 6:40 PM` */
export const atLabel = (moment: string, { now, timeZone }: Viewer): string => {
  const [day, today] = [localDate(moment, timeZone), localDate(now, timeZone)];
  return `${nearDayName(day, today) ?? shortDayBeside(day, today)}, ${timeLabel(moment, timeZone)}`;
};

/** `Tue, May 19`, or `From Tue, May 19 on`. Empty if the change was about the whole event. */
export const datesOf = ({ what, occurrence, from }: EventChangeView, { now, timeZone }: Viewer): string => {
  const today = localDate(now, timeZone);
  if (occurrence !== undefined) return shortDayBeside(occurrence, today);
  return from === undefined || what === 'created' ? '' : `From ${shortDayBeside(from, today)} on`;
};

/** Who did it, and what they did. */
export const sentenceOf = ({ by }: EventChangeView, done: Done) => {
  const who = by === null ? 'Quorum' : isErased(by) ? 'Deleted account' : personName(by);
  return { who, did: DONE[done] };
};
