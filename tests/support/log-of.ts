import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import type { RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { fileKeyOf } from './data-file.ts';

/** Every stored event in the log of a data folder, even while another process has it open. */
export const logOf = async (
  dataDir: string,
  after = '',
  fileKey = fileKeyOf(dataDir),
): Promise<readonly RecordedEvent[]> => {
  const log = await SqliteEventLog.open({ folder: join(dataDir, 'events'), fileKey, readOnly: true });
  try {
    const all: RecordedEvent[] = [];
    for (let last = after; ; ) {
      const page = await log.readAll(last, 1000);
      all.push(...page);
      const end = page.at(-1);
      if (end === undefined) return all;
      last = end.position;
    }
  } finally {
    await log.close();
  }
};
