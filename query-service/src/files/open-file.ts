import { FileDamagedError, type FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { Context } from '../reading/context.ts';

/** A damaged file is reported in the log and answered as missing, so that it takes nothing else with it. */
export const openFile = async (
  { files, log }: Pick<Context, 'files' | 'log'>,
  ...wanted: Parameters<FileStore['read']>
): ReturnType<FileStore['read']> => {
  try {
    return await files.read(...wanted);
  } catch (error) {
    if (!(error instanceof FileDamagedError)) throw error;
    log.error(error.message);
    return undefined;
  }
};
