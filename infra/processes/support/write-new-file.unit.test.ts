import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeNewFile } from './write-new-file.ts';

const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'new-file-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const failing = async function* () {
  yield 'half of ';
  throw new Error('the read model is missing');
};

it('an export that fails leaves no cut file, so that it can be tried again (OPER-21)', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'export.zip');
    await expect(writeNewFile(path, Readable.from(failing()))).rejects.toThrow('the read model is missing');
    expect(await readdir(folder)).toEqual([]);
    expect(await writeNewFile(path, Readable.from(['all of it']))).toBe(9);
  }));

it('an export never replaces a file', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'export.zip');
    await writeNewFile(path, Readable.from(['first']));
    await expect(writeNewFile(path, Readable.from(['second']))).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('first');
  }));
