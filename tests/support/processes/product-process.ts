import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { startStandalone } from '@quorum/infra/processes/start-standalone.ts';

/** The product in its own process, so that its memory can be measured. Reports its port, and its peak memory on request. */
const folder = await mkdtemp(join(tmpdir(), 'quorum-'));
const settings = readSettings({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: join(folder, 'data'),
  REQUEST_RATE: '100000',
  MESSAGE_RATE: '100000',
  LOG_LEVEL: 'warn',
  TRUST_PROXY: 'true',
});
const { port, stop } = await startStandalone(settings, { pages: join(folder, 'no-pages'), print: () => {} });

let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
process.on('message', (message) => {
  if (message === 'memory') {
    process.send?.({ most });
    most = 0;
    return;
  }
  void stop()
    .then(() => rm(folder, { recursive: true }))
    .then(() => process.exit(0));
});
process.send?.({ port });
