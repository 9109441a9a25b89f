import { isoInstant } from '@quorum/contracts/time/instant.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { findConflicts } from '@quorum/query-service/entry/conflicts.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { type Measurement, median } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const EVENTS = 20_000;
const GROUPS = 20;
const CALLS = 30;
const BATCH = 2_000;
const MOST = 4;
const START = Date.UTC(2030, 0, 1);
const YEAR = 365 * 86_400_000;

const uuid = (family: number, index: number): string =>
  `0000000${family}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const viewer = uuid(1, 0);

/** Spread over a year. */
const entryAt = (index: number): EntryDocument => {
  const startsAt = START + Math.floor((index / EVENTS) * YEAR);
  const groupId = uuid(2, index % GROUPS);
  return {
    id: uuid(3, index),
    ownerKey: groupId,
    groupId,
    creatorId: uuid(1, 1),
    name: `Event ${index}`,
    description: 'y'.repeat(100),
    location: 'Boat house',
    date: isoInstant(startsAt).slice(0, 10),
    time: isoInstant(startsAt).slice(11, 16),
    timeZone: 'UTC',
    duration: 30,
    startsAt: isoInstant(startsAt),
    endsAt: isoInstant(startsAt + 1_800_000),
    createdAt: isoInstant(START),
    changedAt: isoInstant(START),
    uidKey: null,
    importedAt: null,
    revision: 0,
    position: String(index).padStart(16, '0'),
    seats: null,
    guestsEach: 0,
    reminder: 'none',
    placeRevision: 0,
    placeBefore: null,
  };
};

const memberOf = (index: number) => ({
  id: `${uuid(2, index)}:${viewer}`,
  groupId: uuid(2, index),
  userId: viewer,
  role: 'member',
  joinedAt: isoInstant(START),
  joinedPosition: String(index).padStart(16, '0'),
  rank: '1',
});

const used = ['entries', 'series', 'attendances', 'rsvps', 'reminders', 'groups', 'memberships', 'users'] as const;

const fill = async (reads: SqliteReadStore): Promise<void> => {
  const generation = { model: 'calendar', generation: '1-1', collections: used.map((name) => collections[name]) };
  await reads.prepare(generation);
  await reads.activate(generation);
  const documents = [
    ...Array.from({ length: GROUPS }, (_, index) => ({ collection: 'memberships', put: memberOf(index) })),
    ...Array.from({ length: EVENTS }, (_, index) => ({ collection: 'entries', put: entryAt(index) })),
  ];
  for (let from = '', start = 0; start < documents.length; start += BATCH) {
    const to = String(start).padStart(16, '0');
    await reads.commit({ models: [generation], from, to, writes: documents.slice(start, start + BATCH), changes: [] });
    from = to;
  }
};

/** A year of weeks against a single event, in a person's calendars with many events. */
export const run = (): Promise<Measurement> =>
  inFolder(async (folder) => {
    const reads = await SqliteReadStore.open({ folder });
    try {
      await fill(reads);
      const context = { reads, clock: { now: () => START }, defaultTimeZone: 'UTC' };
      const taking = async (more: object): Promise<number> => {
        const taken: number[] = [];
        for (let call = 0; call < CALLS; call++) {
          const began = performance.now();
          const at = { date: '2030-01-08', time: '19:00', duration: 60 };
          await findConflicts(context as never, viewer, { ...at, ...more } as never);
          taken.push(performance.now() - began);
        }
        return median(taken);
      };
      const baseline = await taking({ date: '2030-12-20' });
      const ours = await taking({ repeats: { unit: 'week', every: 1 } });
      const ratio = ours / baseline;
      return {
        what: `conflicts of a weekly series among ${EVENTS.toLocaleString('en-US')} events, p50`,
        against: 'of a single event',
        baseline,
        ours,
        unit: 'ms',
        ratio,
        reach: `≤ ${MOST} ×`,
        reached: ratio <= MOST,
      };
    } finally {
      await reads.close();
    }
  });
