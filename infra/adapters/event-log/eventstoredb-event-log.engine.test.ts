import { eventLogSuite } from '@quorum/contracts/testing/event-log-suite.ts';
import { EventStoreDbEventLog } from './eventstoredb-event-log.ts';

const uri = process.env.EVENTSTORE_URI;
if (uri === undefined) throw new Error('EVENTSTORE_URI names no server');

eventLogSuite('EventStoreDB', async () => {
  const log = new EventStoreDbEventLog({ uri });
  await log.ping();
  return {
    log,
    reopen: async () => {
      await log.close();
      return new EventStoreDbEventLog({ uri });
    },
  };
});
