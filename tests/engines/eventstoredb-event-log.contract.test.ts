import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { eventLogSuite } from '@quorum/service-kit/testing/event-log-suite.ts';
import { describe, expect, it, vi } from 'vitest';
import { startEventStoreServer } from './eventstore-server/server.ts';

const suiteWith = (prefix: string) => async () => {
  const server = await startEventStoreServer();
  const open = () => new EventStoreDbEventLog({ uri: server.uri, prefix });
  const log = open();
  return {
    log,
    reopen: async () => {
      await log.close();
      return open();
    },
    dispose: () => server.kill(),
  };
};

eventLogSuite('EventStoreDB (test server)', suiteWith(''));
eventLogSuite('EventStoreDB (test server) with a prefix', suiteWith('quorum-'));

describe('a server that products share', () => {
  const event = (id: string) => ({ id, type: 'Noted', data: '{}', metadata: '{}' });
  const ids = ['b5f1c0de-0000-4000-8000-000000000001', 'b5f1c0de-0000-4000-8000-000000000002'] as const;

  it('a server that products share shows each product only its own events (STACK-07)', async () => {
    const server = await startEventStoreServer();
    const [ours, theirs] = ['ours-', 'theirs-'].map((prefix) => new EventStoreDbEventLog({ uri: server.uri, prefix }));
    const stranger = EventStoreDBClient.connectionString(server.uri);
    try {
      const heard: string[] = [];
      ours?.follow('', async (events) => void heard.push(...events.map(({ id }) => id)));
      await theirs?.append('group-1', [event(ids[0])], 'none');
      await stranger.appendToStream('group-1', jsonEvent({ type: 'Foreign', data: {} }));

      // The other product has no stream of this name yet.
      expect(await ours?.append('group-1', [event(ids[1])], 'none')).toMatchObject({ ok: true, revision: 0 });
      await theirs?.append('group-1', [event(ids[1].replace(/2$/, '3'))], 0);

      expect((await ours?.read('group-1'))?.map(({ id, stream }) => [id, stream])).toEqual([[ids[1], 'group-1']]);
      expect((await ours?.readAll('', 10))?.map(({ id }) => id)).toEqual([ids[1]]);
      expect(await ours?.head()).toBe((await ours?.readAll('', 10))?.[0]?.position);
      await vi.waitFor(() => expect(heard).toEqual([ids[1]]));
      for await (const fault of ours?.verify() ?? []) expect.unreachable(JSON.stringify(fault));
    } finally {
      await ours?.close();
      await theirs?.close();
      await stranger.dispose();
      await server.kill();
    }
  });

  it('a server that products share shows a product without a prefix only the streams whose names it can have (STACK-07)', async () => {
    const server = await startEventStoreServer();
    const ours = new EventStoreDbEventLog({ uri: server.uri, categories: ['group'] });
    const theirs = new EventStoreDbEventLog({ uri: server.uri, prefix: 'theirs.' });
    const stranger = EventStoreDBClient.connectionString(server.uri);
    try {
      const heard: string[] = [];
      ours.follow('', async (events) => void heard.push(...events.map(({ id }) => id)));
      await theirs.append('group-1', [event(ids[0])], 'none');
      for (const name of ['orders-1', 'groups-1', 'grouping'])
        await stranger.appendToStream(name, jsonEvent({ type: 'Foreign', data: {} }));
      await ours.append('group-1', [event(ids[1])], 'none');

      expect((await ours.readAll('', 10)).map(({ id }) => id)).toEqual([ids[1]]);
      await vi.waitFor(() => expect(heard).toEqual([ids[1]]));
      for await (const fault of ours.verify()) expect.unreachable(JSON.stringify(fault));
    } finally {
      await ours.close();
      await theirs.close();
      await stranger.dispose();
      await server.kill();
    }
  });

  it('a product on a shared server resumes after events of other products, no matter how many there are (STACK-07)', async () => {
    const server = await startEventStoreServer();
    let reads = 0;
    const onCall = (): void => {
      reads += 1;
      server.faults.ready = reads !== 3;
    };
    const ours = new EventStoreDbEventLog({ uri: server.uri, prefix: 'ours-', onCall });
    const stranger = EventStoreDBClient.connectionString(server.uri);
    try {
      const foreign = Array.from({ length: 400 }, () => jsonEvent({ type: 'Foreign', data: {} }));
      await stranger.appendToStream('theirs', foreign);

      expect(await ours.readAll('', 1)).toEqual([]);
      // Pages of 2, 64, 256 and the rest. Only the third is read twice.
      expect(reads).toBe(5);
    } finally {
      await ours.close();
      await stranger.dispose();
      await server.kill();
    }
  });
});
