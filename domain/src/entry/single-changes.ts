import { eventTexts, textsOf } from '@quorum/contracts/entry/texts.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import { normalizeTime, type Span, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import type { Texts } from './series.ts';

export type Identity = DataOf<'EntryCancelled'>;

export type Seats = Pick<DataOf<'EntrySeatsSet'>, 'seats' | 'guestsEach'>;

/** The times with the instants that they lead to. */
export const withInstants = ({ date, time: given, timeZone, duration }: WallTimes): WallTimes & Span => {
  const times = { date, time: normalizeTime(given), timeZone, duration };
  return { ...times, ...spanOf(times) };
};

export const changeDetails = (identity: Identity, before: Texts, after: Texts): readonly DomainEvent[] =>
  eventTexts.every((name) => after[name] === before[name])
    ? []
    : [{ type: 'EntryDetailsChanged', data: { ...identity, ...textsOf(after) } }];

export const reschedule = (identity: Identity, before: WallTimes & Span, given: WallTimes): readonly DomainEvent[] => {
  const times = withInstants(given);
  const same = (Object.keys(times) as (keyof typeof times)[]).every((key) => times[key] === before[key]);
  return same ? [] : [{ type: 'EntryRescheduled', data: { ...identity, ...times } }];
};

export const setReminder = (
  identity: Identity,
  before: Pick<DataOf<'EntryReminderSet'>, 'repeats'> & { readonly reminder: Reminder },
  minutes: Reminder,
): readonly DomainEvent[] =>
  before.reminder === minutes
    ? []
    : [{ type: 'EntryReminderSet', data: { ...identity, minutes, repeats: before.repeats } }];

export const setSeats = (
  identity: Identity,
  before: Seats & { readonly series: unknown },
  { seats, guestsEach }: Seats,
): readonly DomainEvent[] =>
  before.seats === seats && before.guestsEach === guestsEach
    ? []
    : [{ type: 'EntrySeatsSet', data: { ...identity, seats, guestsEach, repeats: before.series !== null } }];
