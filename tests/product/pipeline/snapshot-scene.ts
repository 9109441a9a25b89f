import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { type SnapshotOutcome, Snapshots } from '@quorum/command-service/handling/snapshots.ts';
import type { Fold } from '@quorum/domain/decider.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { EventMetadata } from '@quorum/domain/stored-event.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import type { SnapshotStore } from '@quorum/service-kit/ports/snapshot-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { MemorySnapshotStore } from '@quorum/service-kit/testing/memory-snapshot-store.ts';

export const EVERY = 5;
export const REREAD = 3;
export const GROUP = '22222222-0000-4000-8000-000000000000';
export const person = (index: number): string => `11111111-0000-4000-8000-${String(index).padStart(12, '0')}`;
const settings = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: false };
export const metadataOf = (index: number): EventMetadata => ({
  actor: person(index % 3),
  commandId: `command-${index}`,
  commandDigest: `digest-${index}`,
  correlationId: 'c',
  causationId: 'c',
});

export const founded = (groupId: string): DomainEvent => ({
  type: 'GroupCreated',
  data: {
    groupId,
    ownerId: person(0),
    name: 'Rowing club',
    description: 'On the lake',
    settings,
    inviteCode: 'abcdefgh',
    sixDigitCode: '123456',
    imageId: null,
  },
});
export const joined = (groupId: string, index: number): DomainEvent => ({
  type: 'MemberJoined',
  data: { groupId, userId: person(index), via: 'link' },
});
export const renamed = (groupId: string, name: string): DomainEvent => ({
  type: 'GroupDetailsChanged',
  data: { groupId, name, description: '' },
});

export const history = (groupId: string, length: number): DomainEvent[] => [
  founded(groupId),
  ...Array.from({ length: length - 1 }, (_, index) => joined(groupId, index + 1)),
];

export const plain = (group: Group) => ({ ...group, members: [...group.members], removed: [...group.removed].sort() });

type Kept = { readonly snapshots?: SnapshotStore | undefined; readonly log?: SqliteEventLog };

type Stores = { readonly log: SqliteEventLog; readonly keys: MemoryKeyStore; readonly store: MemorySnapshotStore };

/** A process that has just started: its caches are empty. It shares log, keys and snapshots with all others. */
const startedOn = ({ log, keys, store }: Stores, { snapshots: keptIn = store, log: own = log }: Kept) => {
  const outcomes: SnapshotOutcome[] = [];
  const firstReads: number[] = [];
  let tell: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const cachedKeys = new CachingKeyStore(keys);
  const events = new EncryptingEventStore({ log: own, keys: cachedKeys, ids: systemIds });
  const snapshots = new Snapshots({
    store: keptIn,
    keys: cachedKeys,
    ids: systemIds,
    every: EVERY,
    reread: REREAD,
    onOutcome: (outcome) => {
      outcomes.push(outcome);
      if (outcome === 'written') tell();
    },
  });
  const read = events.read.bind(events);
  events.read = (stream, from) => {
    firstReads.push(from ?? 0);
    return read(stream, from);
  };
  const aggregates = new Aggregates(events, { uuidFrom: deterministicUuid, snapshots });
  const load = (groupId = GROUP, fold: Fold<Group> = groupDecider): Promise<Group> =>
    aggregates.load(fold, groupStream(groupId));
  return { aggregates, snapshots, outcomes, firstReads, load, written: settled };
};

export type Appending = { readonly groupId?: string; readonly from?: number; readonly into?: SqliteEventLog };

/** Groups in a log, and processes that come and go. */
export const openScene = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
  const log = await SqliteEventLog.open({ folder });
  const keys = new MemoryKeyStore();
  const store = new MemorySnapshotStore();
  const eventsIn = (own: SqliteEventLog) =>
    new EncryptingEventStore({ log: own, keys: new CachingKeyStore(keys), ids: systemIds });

  const started = (kept: Kept = {}) => startedOn({ log, keys, store }, kept);

  /** Folds the whole stream, as a process without snapshots does. */
  const foldedWhole = (groupId = GROUP): Promise<Group> =>
    new Aggregates(eventsIn(log), { uuidFrom: deterministicUuid }).load(groupDecider, groupStream(groupId));

  /** Each event is a command of its own. */
  const append = async (
    added: readonly DomainEvent[],
    { groupId = GROUP, from = 0, into = log }: Appending = {},
  ): Promise<void> => {
    const events = eventsIn(into);
    await Promise.all(
      added.map((event, index) => {
        const revision = from + index;
        const id = deterministicUuid(`${groupId} ${revision}`);
        const expected = revision === 0 ? 'none' : revision - 1;
        return events.append(groupStream(groupId), [event], expected, metadataOf(revision), [id]);
      }),
    );
  };

  /** Appends a stream of eight events, and has a snapshot of them written. */
  const withSnapshot = async (): Promise<void> => {
    await append(history(GROUP, 8));
    const first = started();
    await first.load();
    await first.written;
  };

  const dispose = async (): Promise<void> => {
    await log.close();
    await rm(folder, { recursive: true });
  };

  return { keys, store, started, foldedWhole, append, withSnapshot, dispose };
};
