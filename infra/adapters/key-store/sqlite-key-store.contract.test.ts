import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrapWithNextMaster } from '@quorum/service-kit/event-store/rotate-master-key.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { keyStoreSuite } from '@quorum/service-kit/testing/key-store-suite.ts';
import { wrappedKeyStoreSuite } from '@quorum/service-kit/testing/wrapped-key-store-suite.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteKeyStore } from './sqlite-key-store.ts';

const masterKey = Buffer.alloc(32, 7);

keyStoreSuite('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const keys = await SqliteKeyStore.open({ folder, masterKey });
  return {
    keys,
    reopen: async () => {
      await keys.close();
      return SqliteKeyStore.open({ folder, masterKey });
    },
    dispose: () => rm(folder, { recursive: true }),
  };
});

wrappedKeyStoreSuite('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  return {
    open: (master) => SqliteKeyStore.open({ folder, masterKey: master }),
    dispose: () => rm(folder, { recursive: true }),
  };
});

describe('the SQLite key store', () => {
  let folder: string;
  let keys: SqliteKeyStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    keys = await SqliteKeyStore.open({ folder, masterKey });
  });

  afterEach(async () => {
    await keys.close();
    await rm(folder, { recursive: true });
  });

  it('the SQLite key store opens nothing from an older copy with the present master key (SAFE-16)', async () => {
    await keys.obtain('user-1');
    const copy = await mkdtemp(join(tmpdir(), 'keys-'));
    await keys.close();
    await cp(folder, copy, { recursive: true });

    keys = await SqliteKeyStore.open({ folder, masterKey });
    await keys.destroy('user-1');
    const next = Buffer.alloc(32, 8);
    await keys.beginRotation(next);
    await wrapWithNextMaster(keys, () => {});
    await keys.endRotation(next);

    const older = await SqliteKeyStore.open({ folder: copy, masterKey: next });
    await expect(older.find(['user-1'])).rejects.toThrow('MASTER_KEY is not the one');
    await older.close();
    await rm(copy, { recursive: true });
  });

  const allBytes = async (): Promise<Buffer> => {
    const files = await readdir(folder);
    return Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder, file)))));
  };

  const wrappedBySubject = (): Map<string, Buffer> => {
    const db = new Database(join(folder, 'keys.db'), { readonly: true });
    const rows = db.prepare('SELECT subject, wrapped FROM keys').all() as { subject: string; wrapped: Buffer }[];
    db.close();
    return new Map(rows.map(({ subject, wrapped }) => [subject, wrapped]));
  };

  const storedPiece = (): Buffer => {
    const db = new Database(join(folder, 'keys.db'), { readonly: true });
    const piece = db.prepare('SELECT bytes FROM pieces ORDER BY place LIMIT 1').pluck().get() as Buffer;
    db.close();
    return piece;
  };

  it('the SQLite key store leaves no byte of a destroyed key in its files, whatever was stored around it (SAFE-01)', async () => {
    const subjects = Array.from({ length: 2_000 }, (_, n) => `user-${(n * 7_919) % 2_000}`);
    await Promise.all(subjects.map((subject) => keys.obtain(subject)));
    const wrapped = wrappedBySubject();
    const before = await allBytes();
    const doomed = subjects.filter((_, n) => n % 40 === 3);
    for (const subject of doomed) expect(before.includes(wrapped.get(subject) as Buffer)).toBe(true);

    for (const subject of doomed) await keys.destroy(subject);

    const after = await allBytes();
    for (const subject of doomed) {
      const bytes = wrapped.get(subject) as Buffer;
      // Not even a quarter of it, as half-overwritten pages would leave.
      for (let at = 0; at + 15 <= bytes.length; at += 15)
        expect(after.includes(bytes.subarray(at, at + 15))).toBe(false);
    }
    const kept = subjects.filter((subject) => !doomed.includes(subject));
    expect((await keys.find(subjects)).size).toBe(kept.length);
  });

  it('the SQLite key store leaves no byte of a forgotten key or its subject in its files (SAFE-14)', async () => {
    const subjects = Array.from({ length: 600 }, (_, n) => `number-${(n * 7_919) % 600}-of-somebody`);
    const made = await Promise.all(subjects.map((subject) => keys.obtain(subject)));
    const wrapped = wrappedBySubject();
    const doomed = subjects.filter((_, n) => n % 40 === 3);
    for (const subject of doomed) await keys.forget(subject, made[subjects.indexOf(subject)] as Uint8Array);
    const after = await allBytes();
    for (const subject of doomed) {
      expect(after.includes(subject)).toBe(false);
      expect(after.includes((wrapped.get(subject) as Buffer).subarray(15, 45))).toBe(false);
    }
    expect((await keys.find(subjects)).size).toBe(subjects.length - doomed.length);
  });

  it('the SQLite key store leaves no byte of the old wrapping in its files when the master key changes (SAFE-01)', async () => {
    const subjects = Array.from({ length: 600 }, (_, n) => `user-${n}`);
    await Promise.all(subjects.map((subject) => keys.obtain(subject)));
    await keys.replace('user-3', (key) => Buffer.concat([key, Buffer.alloc(3_000, 1)]));
    const former = [...wrappedBySubject().values()];
    await keys.beginRotation(Buffer.alloc(32, 9));
    await wrapWithNextMaster(keys, () => {});
    const after = await allBytes();
    expect(former.filter((bytes) => after.includes(bytes.subarray(15, 45)) && bytes.some((byte) => byte > 0))).toEqual(
      [],
    );
    expect((await keys.find(subjects)).size).toBe(subjects.length);
  });

  it('the SQLite key store leaves neither old versions nor dead space behind when a key grows again and again (SAFE-01)', async () => {
    await keys.obtain('user-1');
    const former: Buffer[] = [];
    for (let step = 1; step <= 100; step++) {
      await keys.replace('user-1', () => Buffer.alloc(step * 1_000, step));
      former.push(storedPiece());
    }
    const after = await allBytes();
    expect(former.slice(0, -1).filter((piece) => after.includes(piece.subarray(100, 130)))).toEqual([]);
    expect(after.includes((former.at(-1) as Buffer).subarray(100, 130))).toBe(true);
    expect(after.length).toBeLessThan(400_000);
    expect(await keys.obtain('user-1')).toEqual(Buffer.alloc(100_000, 100));
  });

  it('the SQLite key store stores no key in the clear', async () => {
    const key = await keys.obtain('user-1');
    expect((await allBytes()).includes(Buffer.from(key ?? []))).toBe(false);
  });

  it('the SQLite key store reports a wrong master key', async () => {
    await keys.obtain('user-1');
    await keys.close();
    keys = await SqliteKeyStore.open({ folder, masterKey: Buffer.alloc(32, 8) });
    await expect(keys.find(['user-1'])).rejects.toThrow('MASTER_KEY is not the one that the keys were made with');
  });

  it('the SQLite key store rejects while another process has locked the file, and works again afterwards', async () => {
    const intruder = new Database(join(folder, 'keys.db'));
    intruder.exec('BEGIN IMMEDIATE');
    await expect(keys.obtain('user-1')).rejects.toThrow(KeysUnavailableError);
    intruder.exec('ROLLBACK');
    intruder.close();
    expect(await keys.obtain('user-1')).toHaveLength(32);
  });
});
