import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { normalizeTime, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import type { Position } from '../stored-event.ts';
import { entryFacts } from './events.ts';

/** A calendar entry: the product's "event". */
export type Entry = Omit<DataOf<'EntryScheduled'>, 'entryId'> & {
  readonly status: 'none' | 'scheduled' | 'cancelled';
  readonly id: string;
  readonly createdAt: string;
  readonly revision: number;
  /** Position of the last event. */
  readonly position: Position;
  /** `null`: no limit. */
  readonly seats: number | null;
  /** Guests that a member may bring. */
  readonly guestsEach: number;
} & Place;

/** Where it is, by the revision that gave it this place. A move back to the place before gives it that revision again. */
type Place = {
  readonly placeRevision: number;
  readonly placeBefore: { readonly location: string | null; readonly placeRevision: number } | null;
};

type Details = { readonly name: string; readonly description: string; readonly location: string };
/** The creator's wall clock. Duration in minutes. */
type Seats = Pick<Entry, 'seats' | 'guestsEach'>;
type WallTimes = Pick<Entry, 'date' | 'time' | 'timeZone' | 'duration'>;

export type EntryCommand =
  | {
      readonly type: 'ScheduleEntry';
      readonly entry: { readonly entryId: string; readonly groupId: string; readonly creatorId: string };
      readonly details: Details;
      readonly times: WallTimes;
      readonly seats?: Seats;
    }
  /** Absent fields stay as they are. */
  | { readonly type: 'ChangeEntry'; readonly details: Partial<Details>; readonly times: Partial<WallTimes> }
  | { readonly type: 'SetSeats'; readonly seats: Seats }
  | { readonly type: 'CancelEntry' };

/** How many events the creator made in the last day, and how many the calendar has ahead. Only a new one needs them. */
export type EntryFacts = { readonly createdLately: number; readonly coming: number; readonly comingOfCreator: number };

const initial: Entry = {
  status: 'none',
  id: '',
  groupId: '',
  creatorId: '',
  name: null,
  description: null,
  location: null,
  date: '',
  time: '',
  timeZone: '',
  duration: 0,
  startsAt: '',
  endsAt: '',
  createdAt: '',
  revision: 0,
  position: '',
  seats: null,
  guestsEach: 0,
  placeRevision: 0,
  placeBefore: null,
};

/** The place of an entry after a change of its details. Answers to an event count for the place that their person saw. */
export const placeAfter = (
  entry: Place & { readonly location: string | null },
  location: string | null,
  revision: number,
): Place => {
  const { location: here, placeRevision, placeBefore } = entry;
  if (location === here) return { placeRevision, placeBefore };
  const isBack = location !== null && location === placeBefore?.location;
  return {
    placeRevision: isBack ? placeBefore.placeRevision : revision,
    placeBefore: { location: here, placeRevision },
  };
};

const withInstants = ({ date, time: given, timeZone, duration }: WallTimes) => {
  const times = { date, time: normalizeTime(given), timeZone, duration };
  return { ...times, ...spanOf(times) };
};

const identityOf = ({ id: entryId, groupId, creatorId }: Entry): DataOf<'EntryCancelled'> => ({
  entryId,
  groupId,
  creatorId,
});

const changeDetails = (entry: Entry, changed: Partial<Details>): readonly DomainEvent[] => {
  const { name, description, location } = { ...entry, ...changed };
  if (name === entry.name && description === entry.description && location === entry.location) return [];
  return [{ type: 'EntryDetailsChanged', data: { ...identityOf(entry), name, description, location } }];
};

const reschedule = (entry: Entry, changed: Partial<WallTimes>): readonly DomainEvent[] => {
  if (Object.keys(changed).length === 0) return [];
  const times = withInstants({ ...entry, ...changed });
  const same = (Object.keys(times) as (keyof typeof times)[]).every((key) => times[key] === entry[key]);
  return same ? [] : [{ type: 'EntryRescheduled', data: { ...identityOf(entry), ...times } }];
};

const setSeats = (identity: DataOf<'EntryCancelled'>, before: Seats, { seats, guestsEach }: Seats) =>
  before.seats === seats && before.guestsEach === guestsEach
    ? []
    : [{ type: 'EntrySeatsSet', data: { ...identity, seats, guestsEach } } as const];

const refuseMore = ({
  createdLately = 0,
  coming = 0,
  comingOfCreator = 0,
}: Partial<EntryFacts>): Refusal | undefined => {
  if (createdLately >= limits.newEventsPerDay) return refuse('event/too-many-today');
  if (comingOfCreator >= limits.comingEventsOfPerson) return refuse('event/too-many-of-yours');
  return coming >= limits.comingEvents ? refuse('event/too-many-coming') : undefined;
};

const decide = (command: EntryCommand, entry: Entry, facts: Partial<EntryFacts> | undefined): Decision => {
  if (command.type === 'ScheduleEntry') {
    const { entry: identity, details, times } = command;
    if (entry.status !== 'none') return [];
    const refusal = refuseMore(facts ?? {});
    if (refusal !== undefined) return refusal;
    const scheduled = { type: 'EntryScheduled', data: { ...identity, ...details, ...withInstants(times) } } as const;
    return [scheduled, ...setSeats(identity, initial, command.seats ?? initial)];
  }
  if (entry.status !== 'scheduled') return refuse('event/not-found');
  switch (command.type) {
    case 'ChangeEntry':
      return [...changeDetails(entry, command.details), ...reschedule(entry, command.times)];
    case 'SetSeats':
      return setSeats(identityOf(entry), entry, command.seats);
    case 'CancelEntry':
      return [{ type: 'EntryCancelled', data: identityOf(entry) }];
  }
};

export const entryDecider: Decider<EntryCommand, Entry, Partial<EntryFacts> | undefined> = {
  initial,
  decide,
  evolve: (entry, event) => {
    const { revision, position } = event;
    switch (event.type) {
      case 'EntryScheduled':
        return {
          ...initial,
          ...entryFacts(event.data),
          status: 'scheduled',
          createdAt: event.recordedAt,
          revision,
          position,
          placeRevision: revision,
        };
      case 'EntryDetailsChanged':
        return {
          ...entry,
          ...entryFacts(event.data),
          ...placeAfter(entry, event.data.location, revision),
          revision,
          position,
        };
      case 'EntryRescheduled':
      case 'EntrySeatsSet':
        return { ...entry, ...entryFacts(event.data), revision, position };
      case 'EntryCancelled':
        return {
          ...entry,
          status: 'cancelled',
          name: null,
          description: null,
          location: null,
          placeBefore: null,
          revision,
          position,
        };
      default:
        return entry;
    }
  },
};
