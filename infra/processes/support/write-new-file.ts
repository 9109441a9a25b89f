import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only this account reads. Nothing is left of it if the source fails.
 * @returns its bytes.
 * @throws Error with the code `EEXIST`, and leaves the file, if there is one already.
 */
export const writeNewFile = async (path: string, source: Readable): Promise<number> => {
  const file = await open(path, 'wx', 0o600);
  try {
    const writing = file.createWriteStream();
    await pipeline(source, writing);
    return writing.bytesWritten;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};
