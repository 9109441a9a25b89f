import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogSuite } from '@quorum/service-kit/testing/event-log-suite.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';

eventLogSuite('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'));
  const log = await SqliteEventLog.open({ folder });
  return {
    log,
    reopen: async () => {
      await log.close();
      return SqliteEventLog.open({ folder });
    },
    dispose: () => rm(folder, { recursive: true }),
  };
});
