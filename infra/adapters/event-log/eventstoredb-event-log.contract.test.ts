import { eventLogSuite } from '@quorum/contracts/testing/event-log-suite.ts';
import { startEventStoreServer } from '../../testing/eventstore-server/server.ts';
import { EventStoreDbEventLog } from './eventstoredb-event-log.ts';

eventLogSuite('EventStoreDB (test server)', async () => {
  const server = await startEventStoreServer();
  const log = new EventStoreDbEventLog({ uri: server.uri });
  return {
    log,
    reopen: async () => {
      await log.close();
      return new EventStoreDbEventLog({ uri: server.uri });
    },
    dispose: () => server.kill(),
  };
});
