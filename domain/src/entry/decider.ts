import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { normalizeTime, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { entryFacts } from './events.ts';

/** A calendar entry: the product's "event". */
export type Entry = Omit<DataOf<'EntryScheduled'>, 'entryId'> & {
  readonly status: 'none' | 'scheduled' | 'cancelled';
  readonly id: string;
  readonly createdAt: string;
  readonly revision: number;
};

type Details = { readonly name: string; readonly description: string; readonly location: string };
/** The creator's wall clock. Duration in minutes. */
type WallTimes = Pick<Entry, 'date' | 'time' | 'timeZone' | 'duration'>;

export type EntryCommand =
  | {
      readonly type: 'ScheduleEntry';
      readonly entry: { readonly entryId: string; readonly groupId: string; readonly creatorId: string };
      readonly details: Details;
      readonly times: WallTimes;
    }
  /** Absent fields stay as they are. */
  | { readonly type: 'ChangeEntry'; readonly details: Partial<Details>; readonly times: Partial<WallTimes> }
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
    return [{ type: 'EntryScheduled', data: { ...identity, ...details, ...withInstants(times) } }];
  }
  if (entry.status !== 'scheduled') return refuse('event/not-found');
  return command.type === 'ChangeEntry'
    ? [...changeDetails(entry, command.details), ...reschedule(entry, command.times)]
    : [{ type: 'EntryCancelled', data: identityOf(entry) }];
};

export const entryDecider: Decider<EntryCommand, Entry, Partial<EntryFacts> | undefined> = {
  initial,
  decide,
  evolve: (entry, event) => {
    switch (event.type) {
      case 'EntryScheduled':
        return {
          ...entryFacts(event.data),
          status: 'scheduled',
          createdAt: event.recordedAt,
          revision: event.revision,
        };
      case 'EntryDetailsChanged':
      case 'EntryRescheduled':
        return { ...entry, ...entryFacts(event.data), revision: event.revision };
      case 'EntryCancelled': {
        const { revision } = event;
        return { ...entry, status: 'cancelled', name: null, description: null, location: null, revision };
      }
      default:
        return entry;
    }
  },
};
