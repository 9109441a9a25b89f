import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OpenLog } from './open-log.ts';

/** Bytes that may still be stored in a folder. @throws if the folder is missing. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Metrics of the disk that holds the data folder and the log file. */
export const observeDisk = (registry: Registry, dataDir: string, { dropped }: Pick<OpenLog, 'dropped'>): void => {
  new Gauge({
    name: 'quorum_data_folder_free_bytes',
    help: 'Bytes that may still be stored in the data folder; NaN if this process has none.',
    registers: [registry],
    async collect() {
      this.set(await freeBytes(dataDir).catch(() => Number.NaN));
    },
  });
  new Counter({
    name: 'quorum_log_lines_dropped_total',
    help: 'Log lines that could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
};
