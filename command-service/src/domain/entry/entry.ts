import type { Aggregate } from '../aggregate.ts';

export type Entry = {
  status: 'none' | 'scheduled' | 'cancelled';
  id: string;
  groupId: string;
  creatorId: string;
  name: string | null;
  description: string | null;
  location: string | null;
  date: string;
  time: string;
  timeZone: string;
  duration: number;
  startsAt: string;
  endsAt: string;
  createdAt: string;
  revision: number;
};

export const entryAggregate: Aggregate<Entry> = {
  category: 'entry',
  initial: () => ({
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
  }),
  evolve: (entry, event) => {
    switch (event.type) {
      case 'EntryScheduled': {
        const { entryId, ...facts } = event.data;
        return { status: 'scheduled', id: entryId, ...facts, createdAt: event.recordedAt, revision: event.revision };
      }
      case 'EntryDetailsChanged': {
        const { name, description, location } = event.data;
        return { ...entry, name, description, location, revision: event.revision };
      }
      case 'EntryRescheduled': {
        const { date, time, timeZone, duration, startsAt, endsAt } = event.data;
        return { ...entry, date, time, timeZone, duration, startsAt, endsAt, revision: event.revision };
      }
      case 'EntryCancelled':
        return {
          ...entry,
          status: 'cancelled',
          name: null,
          description: null,
          location: null,
          revision: event.revision,
        };
      default:
        return entry;
    }
  },
};
