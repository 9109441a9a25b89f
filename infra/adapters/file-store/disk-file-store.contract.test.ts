import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskFileStore } from './disk-file-store.ts';

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quorum-files-'));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

fileStoreSuite('A folder', async () => {
  const folder = await newFolder();
  return {
    store: await openDiskFileStore(folder),
    leftovers: async () => (await readdir(path.join(folder, '.incoming'))).length,
  };
});

describe('a folder of files', () => {
  it('a folder of files is cleaned of unfinished files of a dead process, but not of a running upload', async () => {
    const folder = await newFolder();
    await mkdir(path.join(folder, '.incoming'));
    await writeFile(path.join(folder, '.incoming', 'dead'), 'half');
    await utimes(path.join(folder, '.incoming', 'dead'), new Date(0), new Date(0));
    await writeFile(path.join(folder, '.incoming', 'live'), 'half');
    await openDiskFileStore(folder);
    expect(await readdir(path.join(folder, '.incoming'))).toEqual(['live']);
  });

  it('a folder of files is reported as unavailable if it is missing', async () => {
    const folder = await newFolder();
    const store = await openDiskFileStore(folder);
    await rm(path.join(folder, '.incoming'), { recursive: true });
    await expect(store.ping()).rejects.toThrow(FileStoreUnavailableError);
    await expect(store.write('a-file', Readable.from(['x']))).rejects.toThrow(FileStoreUnavailableError);
  });
});
