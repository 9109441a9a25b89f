import { randomUUID } from 'node:crypto';
import { eventLogSuite } from '@quorum/service-kit/testing/event-log-suite.ts';
import { EventStoreDbEventLog } from './eventstoredb-event-log.ts';

const uri = process.env.EVENTSTORE_URI;
if (uri === undefined) throw new Error('EVENTSTORE_URI names no server');

/** The server may hold what others wrote; only this run's streams are read and checked. */
const prefix = `${randomUUID()}-`;

eventLogSuite('EventStoreDB', async () => {
  const log = new EventStoreDbEventLog({ uri, prefix });
  await log.ping();
  return {
    log,
    reopen: async () => {
      await log.close();
      return new EventStoreDbEventLog({ uri, prefix });
    },
  };
});
