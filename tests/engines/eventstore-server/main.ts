/**
 * Runs the EventStoreDB test fixture as a process of its own, for tests that kill, stop or share it:
 *
 *   node --import tsx tests/engines/eventstore-server/main.ts [--port N] [--file PATH] [--slow-appends]
 */
import { parseArgs } from 'node:util';
import { OBSERVED_APPEND_COST } from './flushes.ts';
import { startEventStoreServer } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    file: { type: 'string' },
    'slow-appends': { type: 'boolean', default: false },
  },
});

const server = await startEventStoreServer({
  port: Number(values.port),
  ...(values.file === undefined ? {} : { file: values.file }),
  ...(values['slow-appends'] ? { appendCost: OBSERVED_APPEND_COST } : {}),
});
process.stdout.write(`listening on ${server.uri}\n`);
