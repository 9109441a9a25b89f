import { open } from 'node:fs/promises';

/**
 * Flushes the names in a folder. Otherwise a new name may be lost in a power cut although the bytes are stored, or a removed one
 * may come back. Windows refuses it; its file system writes changes of names to a log of its own.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
