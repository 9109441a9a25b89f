import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descriptionIn, folderKey, wrapFolderKey } from './folder-key.ts';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the key of a data folder', () => {
  it('the key of a data folder is created once, and stored wrapped with the master key (SAFE-16)', () => {
    const key = folderKey(folder, one);
    expect(key).toHaveLength(32);
    expect(folderKey(folder, one)).toEqual(key);
    const description = readFileSync(descriptionIn(folder), 'utf8');
    expect(description).not.toContain(Buffer.from(key).toString('base64'));
    expect(JSON.parse(description)).toMatchObject({ format: 1 });
  });

  it('the key of a data folder is refused with another master key, in one line (SAFE-15)', () => {
    folderKey(folder, one);
    expect(() => folderKey(folder, two)).toThrow(
      `MASTER_KEY (or the file that stands in for it) is not the one that ${folder} was written with: set MASTER_KEY to that key. A key file that was replaced lies beside the current one, as *.master-key.former-*.`,
    );
  });

  it('the key of a data folder opens with two master keys while one replaces the other, and then only with the new one (SAFE-16)', () => {
    const key = folderKey(folder, one);
    wrapFolderKey(folder, [two, one]);
    expect([folderKey(folder, one), folderKey(folder, two)]).toEqual([key, key]);
    wrapFolderKey(folder, [two]);
    expect(folderKey(folder, two)).toEqual(key);
    expect(() => folderKey(folder, one)).toThrow('MASTER_KEY');
  });

  it.each(['events', 'keys', 'files', 'read-models'])(
    'the key of a data folder fails the start in one line if a development version left %s in the folder (RUN-14)',
    (part) => {
      mkdirSync(join(folder, part));
      expect(() => folderKey(folder, one)).toThrow(
        `${folder}/quorum.json is missing: put it back from a backup of the same data. (Only a version before 0.1.0 wrote none, which this version does not read.)`,
      );
    },
  );

  it('the key of a data folder fails the start in one line if a later version wrote the folder, or if its description is damaged (RUN-14)', () => {
    folderKey(folder, one);
    writeFileSync(descriptionIn(folder), JSON.stringify({ format: 2, keys: [] }));
    expect(() => folderKey(folder, one)).toThrow(
      `${folder} has the format 2, which this version does not read: use the version that wrote it.`,
    );
    writeFileSync(descriptionIn(folder), '{"format"');
    expect(() => folderKey(folder, one)).toThrow(
      `${descriptionIn(folder)} cannot be read: put it back from a backup of the same data.`,
    );
  });
});
