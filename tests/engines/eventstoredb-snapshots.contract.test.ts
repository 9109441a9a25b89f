import { randomUUID } from 'node:crypto';
import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { type SnapshotOutcome, Snapshots } from '@quorum/command-service/handling/snapshots.ts';
import type { GroupCommand } from '@quorum/domain/group/decider.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { MemorySnapshotStore } from '@quorum/service-kit/testing/memory-snapshot-store.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './eventstore-server/server.ts';

const GROUP = '22222222-2222-4222-8222-222222222222';
const STREAM = groupStream(GROUP);
const OWNER = '11111111-1111-4111-8111-111111111111';
const MEMBERS = 1_100;
const settings = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: false };

/** Shared by all processes. */
let keyStore: MemoryKeyStore;
let store: MemorySnapshotStore;

/** One process of several, with its own connection, its own cache, and a count of its calls. */
const instanceOf = (server: EventStoreServer) => {
  const calls: string[] = [];
  const outcomes: SnapshotOutcome[] = [];
  let tell: () => void = () => {};
  const written = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const log = new EventStoreDbEventLog({ uri: server.uri, onCall: (call) => calls.push(call) });
  const keys = new CachingKeyStore(keyStore);
  const events = new EncryptingEventStore({ log, keys, ids: systemIds });
  const onOutcome = (outcome: SnapshotOutcome): void => {
    outcomes.push(outcome);
    if (outcome === 'written') tell();
  };
  const snapshots = new Snapshots({ store, keys, ids: systemIds, onOutcome });
  const aggregates = new Aggregates(events, { uuidFrom: deterministicUuid, snapshots });
  const load = async (): Promise<Group> => {
    await aggregates.current();
    return aggregates.load(groupDecider, STREAM);
  };
  const handle = async (command: GroupCommand) => {
    await aggregates.current();
    const id = randomUUID();
    const metadata = { actor: OWNER, commandId: id, correlationId: id, causationId: id };
    const facts = () => ({ actorId: OWNER });
    return aggregates.handle({ decider: groupDecider, stream: STREAM, command, metadata, facts });
  };
  return { log, events, calls, outcomes, written, load, handle };
};

describe('several processes on one EventStoreDB, and a group with a snapshot', { timeout: 60_000 }, () => {
  let server: EventStoreServer;
  const open: EventStoreDbEventLog[] = [];
  const instance = () => {
    const made = instanceOf(server);
    open.push(made.log);
    return made;
  };
  beforeEach(async () => {
    server = await startEventStoreServer();
    keyStore = new MemoryKeyStore();
    store = new MemorySnapshotStore();
    const { events, load, written } = instance();
    const metadata = { actor: OWNER, commandId: 'founding', correlationId: 'c', causationId: 'c' };
    const details = { name: 'Rowing club', description: '', inviteCode: 'a', sixDigitCode: '1', imageId: null };
    const founded = { type: 'GroupCreated' as const, data: { groupId: GROUP, ownerId: OWNER, settings, ...details } };
    const joins = Array.from({ length: MEMBERS }, () => ({
      type: 'MemberJoined' as const,
      data: { groupId: GROUP, userId: randomUUID(), via: 'link' as const },
    }));
    await events.append(STREAM, [founded, ...joins], 'none', metadata);
    await load();
    await written;
  });
  afterEach(async () => {
    for (const log of open.splice(0)) await log.close();
    await server.kill();
  });

  it('decide on the snapshot and what came since, and then on what they follow, without another read (CQRS-08)', async () => {
    const here = instance();
    await here.handle({ type: 'ChangeDetails', name: 'Sailing club', description: '' });
    const there = instance();
    const group = await there.load();
    expect(there.outcomes).toEqual(['used']);
    expect([group.name, group.members.size]).toEqual(['Sailing club', MEMBERS + 1]);
    expect(there.calls.filter((call) => call === 'read')).toHaveLength(1);

    there.calls.length = 0;
    await here.handle({ type: 'ChangeDetails', name: 'Skating club', description: '' });
    expect((await there.load()).name).toBe('Skating club');
    expect(there.calls).toEqual(['head']);

    there.calls.length = 0;
    await there.handle({ type: 'RemoveMember', userId: [...group.members.keys()][1] as string });
    expect(there.calls).toEqual(['head', 'append']);
    expect((await here.load()).members.size).toBe(MEMBERS);
  });

  it('decide again when another process was faster than the snapshot told (CQRS-03)', async () => {
    const [here, there] = [instance(), instance()];
    const renamed = ['Sailing club', 'Skating club', 'Skiing club'];
    const outcomes = await Promise.all(
      [here, there, here].map(({ handle }, index) =>
        handle({ type: 'ChangeDetails', name: renamed[index] as string, description: '' }),
      ),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ repeated: false });
    for (const { outcomes: seen } of [here, there]) expect(seen[0]).toBe('used');
    const [one, other] = [await here.load(), await there.load()];
    expect(one).toEqual(other);
    expect(one.revision).toBe(MEMBERS + 3);
  });
});
