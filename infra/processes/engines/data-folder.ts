import { join } from 'node:path';

/** Paths of the embedded engines within a data folder. */
export const dataFolder = (dataDir: string) => ({
  description: join(dataDir, 'quorum.json'),
  events: join(dataDir, 'events', 'events.db'),
  keys: join(dataDir, 'keys', 'keys.db'),
  files: join(dataDir, 'files'),
  readModels: join(dataDir, 'read-models'),
  erased: join(dataDir, 'erased.list'),
  /** Only in a backup that is being made or was interrupted. */
  unfinished: join(dataDir, 'backup.unfinished'),
});
