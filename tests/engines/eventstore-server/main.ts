/**
 * Runs the EventStoreDB test fixture as a process of its own, for tests that kill, stop or share it:
 *
 *   node --import tsx tests/engines/eventstore-server/main.ts [--port N] [--file PATH] [--not-ready-ms N] [--slow-appends]
 */
import { parseArgs } from 'node:util';
import { OBSERVED_APPEND_COST } from './flushes.ts';
import { startEventStoreServer } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    file: { type: 'string' },
    'not-ready-ms': { type: 'string', default: '0' },
    'slow-appends': { type: 'boolean', default: false },
  },
});

const notReadyMs = Number(values['not-ready-ms']);
const server = await startEventStoreServer({
  port: Number(values.port),
  ready: notReadyMs === 0,
  ...(values.file === undefined ? {} : { file: values.file }),
  ...(values['slow-appends'] ? { appendCost: OBSERVED_APPEND_COST } : {}),
});
process.stdout.write(`listening on ${server.uri}\n`);
setTimeout(() => server.faults.setReady(true), notReadyMs);

// Like a real server, it lets appends on open connections succeed for a while after SIGTERM.
process.once('SIGTERM', () => server.stop(2_000).then(() => process.exit(0)));
