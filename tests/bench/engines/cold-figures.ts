import { randomUUID } from 'node:crypto';
import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { Snapshots } from '@quorum/command-service/handling/snapshots.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb-event-log.ts';
import { MongoSnapshotStore } from '@quorum/infra/adapters/snapshot-store/mongo-snapshot-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import type { SnapshotStore } from '@quorum/service-kit/ports/snapshot-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { MemorySnapshotStore } from '@quorum/service-kit/testing/memory-snapshot-store.ts';
import { type Measurement, median } from '../measure.ts';

const EVENTS = 10_000;
/** The most events that come after a snapshot before the next one is written. */
const LATER = 999;
const PAGE = 500;
const ROUNDS = 7;
const METADATA = { actor: 'bench', commandId: 'bench', correlationId: 'bench', causationId: 'bench' };

type Server = {
  readonly uri: string;
  readonly prefix: string;
  readonly keys: MemoryKeyStore;
  readonly store: SnapshotStore;
};

/** A process that has just begun, with or without snapshots. */
const begin = ({ uri, prefix, keys: stored, store }: Server, hasSnapshots: boolean) => {
  const log = new EventStoreDbEventLog({ uri, prefix });
  const keys = new CachingKeyStore(stored);
  const events = new EncryptingEventStore({ log, keys, ids: systemIds });
  let tell: () => void = () => {};
  const written = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const onOutcome = (outcome: string): void => {
    if (outcome === 'written') tell();
  };
  const snapshots = hasSnapshots ? new Snapshots({ store, keys, ids: systemIds, onOutcome }) : undefined;
  return { log, events, written, aggregates: new Aggregates(events, { uuidFrom: deterministicUuid, snapshots }) };
};

const append = async (server: Server, groupId: string, from: number, count: number): Promise<void> => {
  const { log, events } = begin(server, false);
  for (let done = 0; done < count; done += PAGE) {
    const joins = Array.from(
      { length: Math.min(PAGE, count - done) },
      (): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId: randomUUID(), via: 'link' } }),
    );
    await events.append(groupStream(groupId), joins, from + done - 1, METADATA);
  }
  await log.close();
};

/** A group with a name, which is what a snapshot's key protects. */
const found = async (server: Server, groupId: string): Promise<void> => {
  const { log, events } = begin(server, false);
  const settings = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: false };
  const details = { name: 'Rowing club', description: '', inviteCode: 'a', sixDigitCode: '1', imageId: null };
  const data = { groupId, ownerId: randomUUID(), settings, ...details };
  await events.append(groupStream(groupId), [{ type: 'GroupCreated', data }], 'none', METADATA);
  await log.close();
};

const writeSnapshot = async (server: Server, groupId: string): Promise<void> => {
  const { log, aggregates, written } = begin(server, true);
  await aggregates.load(groupDecider, groupStream(groupId));
  await written;
  await log.close();
};

/** Seconds until the first command of a new process could be decided. */
const coldRead = async (server: Server, groupId: string, hasSnapshots: boolean): Promise<number> => {
  const { log, aggregates } = begin(server, hasSnapshots);
  await Promise.all([log.ping(), server.store.find('any')]);
  const began = performance.now();
  await aggregates.load(groupDecider, groupStream(groupId));
  const took = performance.now() - began;
  await log.close();
  return took / 1_000;
};

/** @param later events since the snapshot */
const row = async (server: Server, later: number): Promise<Measurement> => {
  const groupId = randomUUID();
  await found(server, groupId);
  await append(server, groupId, 1, EVENTS - later - 1);
  await writeSnapshot(server, groupId);
  await append(server, groupId, EVENTS - later, later);
  const [whole, shortened]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    whole.push(await coldRead(server, groupId, false));
    shortened.push(await coldRead(server, groupId, true));
  }
  const [baseline, ours] = [median(whole), median(shortened)];
  return {
    what: `a stream of ${EVENTS} events read cold${later === 0 ? '' : `, ${later} of them since its snapshot`}`,
    against: 'the same read whole',
    baseline,
    ours,
    unit: 's',
    ratio: ours / baseline,
    reach: '≤ 0.15 s',
    reached: ours <= 0.15,
  };
};

/** How long the first command on a long stream waits after a start. Snapshots are in memory where no `MONGODB_URI` is named. */
export const coldFigures = async (uri: string, prefix: string): Promise<Measurement[]> => {
  const named = process.env.MONGODB_URI;
  const store = named === undefined ? new MemorySnapshotStore() : new MongoSnapshotStore(named);
  const server = { uri, prefix, keys: new MemoryKeyStore(), store };
  try {
    return [await row(server, 0), await row(server, LATER)];
  } finally {
    await store.close();
  }
};
