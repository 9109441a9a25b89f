import { hkdfSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formerKeyFiles, loadMasterKey, MasterKeyError, replaceMasterKeyFile, rootOf, secretOf } from './master-key.ts';

describe('the master key', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'master-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const key = Buffer.alloc(32, 5);

  it('the master key comes from the environment if set', () => {
    expect(loadMasterKey({ MASTER_KEY: key.toString('base64'), NODE_ENV: 'production' }, dataDir)).toEqual({
      key,
      source: 'environment',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    'short',
    key.toString('hex'),
    `${key.toString('base64').slice(0, -4)}!?!=`,
    key.subarray(1).toString('base64'),
  ])('the master key is refused in one line when it is malformed: %s', (value) => {
    const load = () => loadMasterKey({ MASTER_KEY: value }, dataDir);
    expect(load).toThrow(MasterKeyError);
    expect(load).toThrow(/^MASTER_KEY is malformed: [^\n]+$/);
    expect(load).not.toThrow(value);
  });

  it('the master key is required in production', () => {
    expect(() => loadMasterKey({ NODE_ENV: 'production' }, dataDir)).toThrow(/^MASTER_KEY is missing: [^\n]+$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('the master key is created beside the data folder in development, readable only by its owner, and kept', () => {
    const first = loadMasterKey({}, dataDir);
    expect(first).toMatchObject({ source: 'file', path: `${dataDir}.master-key` });
    expect(first.key).toHaveLength(32);
    expect(statSync(`${dataDir}.master-key`).mode & 0o777).toBe(0o600);
    expect(loadMasterKey({}, dataDir)).toEqual(first);
    expect(loadMasterKey({}, `${dataDir}/`).key).toEqual(first.key);
  });

  it('the master key derives a stable secret for each purpose', () => {
    const root = rootOf(key);
    expect(secretOf(root, 'signed addresses')).toHaveLength(32);
    expect(secretOf(root, 'signed addresses')).toEqual(secretOf(root, 'signed addresses'));
    expect(secretOf(root, 'signed addresses')).not.toEqual(secretOf(root, 'phone numbers'));
  });

  it('the master key derives from its root the secrets of versions without a stored root', () => {
    const derived = hkdfSync('sha256', key, Buffer.alloc(0), 'quorum phone', 32);
    expect(secretOf(rootOf(key), 'phone')).toEqual(Buffer.from(derived));
  });

  it('the master key is replaced in its file by another, still readable only by its owner, and kept beside it (OPER-06)', () => {
    const { path = '' } = loadMasterKey({}, dataDir);
    const former = readFileSync(path, 'utf8');
    const kept = replaceMasterKeyFile(path, key) ?? '';
    expect(loadMasterKey({}, dataDir).key).toEqual(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(kept, 'utf8')).toBe(former);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(formerKeyFiles(path).map((file) => file.path)).toEqual([kept]);
    expect(replaceMasterKeyFile(path, key)).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
