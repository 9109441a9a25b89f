import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsError } from '../settings/settings.ts';
import { requireWritable } from './data-folder.ts';

describe('a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorum-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('a data folder is created if it is missing', () => {
    const missing = join(folder, 'a', 'b');
    requireWritable(missing);
    expect(existsSync(missing)).toBe(true);
  });

  it('a data folder that cannot be written is refused at once, with the reason, the owner and who asks (OPER-13)', () => {
    const onReadOnlyDisk = () => {
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    };
    const open = () => requireWritable(folder, onReadOnlyDisk);
    expect(open).toThrow(SettingsError);
    expect(open).toThrow(`${folder} cannot be written (EROFS`);
    if (process.getuid !== undefined) expect(open).toThrow(`this process is user ${process.getuid()}`);
  });

  it('a data folder that is a file is refused with the reason (OPER-13)', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => requireWritable(file)).toThrow(`${file} cannot be written (EEXIST`);
    expect(() => requireWritable(join(file, 'data'))).toThrow(/cannot be written \(ENOTDIR/);
  });
});
