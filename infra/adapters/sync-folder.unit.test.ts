import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { syncFolder } from './sync-folder.ts';

const { platform } = process;
const on = (value: string) => Object.defineProperty(process, 'platform', { value });

describe('a flushed folder', () => {
  afterEach(() => void on(platform));

  it('a flushed folder is opened, except on Windows, which refuses it', async () => {
    const missing = join(tmpdir(), 'quorum-no-such-folder');
    on('linux');
    await syncFolder(tmpdir());
    await expect(syncFolder(missing)).rejects.toThrow('ENOENT');
    on('win32');
    await syncFolder(missing);
  });
});
