import { EventStoreDBClient } from '@eventstore/db-client';
import { freePort, startDetached } from './processes.mjs';

const entry = 'tests/engines/eventstore-server/main.ts';

async function install() {
  // Part of this repository, with packages that are installed with it.
}

async function start({ log }) {
  const port = await freePort();
  const processRecord = await startDetached(process.execPath, ['--import', 'tsx', entry, '--port', String(port)], {
    log,
  });
  return { process: processRecord, environment: { EVENTSTORE_URI: `esdb://127.0.0.1:${port}?tls=false` } };
}

async function probe({ EVENTSTORE_URI }) {
  const client = EventStoreDBClient.connectionString(EVENTSTORE_URI);
  try {
    for await (const _ of client.readAll({ maxCount: 1 }));
  } finally {
    await client.dispose();
  }
}

/** The test fixture that imitates EventStoreDB, not the vendor's engine. */
export const eventStore = { name: 'eventstore', limitMs: 30_000, install, start, probe };
