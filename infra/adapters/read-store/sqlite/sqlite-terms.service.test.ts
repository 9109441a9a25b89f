import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Write } from '@quorum/service-kit/ports/read-store.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteReadStore } from './sqlite-read-store.ts';

const model: ModelGeneration = {
  model: 'chat',
  generation: 'v1',
  collections: [{ name: 'words', indexes: [['scope'], ['writer']], isTermIndex: true }],
};

const at = (position: number): string => String(position).padStart(16, '0');
const letters = (n: number): string =>
  [...String(n * 7_919 + 1_000_000)].map((digit) => 'ghkmnpqrst'[Number(digit)]).join('');
/** Shares its beginning with the words of others, so that a page holds only its end. */
const secret = (n: number): string => `common${letters(n)}zvxqjw`;

const entry = (position: number, writer: string, ...terms: readonly string[]): Write => ({
  collection: 'words',
  put: { id: at(position), scope: 'club', writer, terms },
});

describe('the words of removed entries of a SQLite index', () => {
  let folder = '';
  let store: SqliteReadStore;
  let last = 0;
  const commit = async (...writes: readonly Write[]) => {
    await store.commit({ models: [model], from: last === 0 ? '' : at(last), to: at(last + 1), writes, changes: [] });
    last += 1;
  };
  beforeEach(async () => {
    last = 0;
    folder = await mkdtemp(join(tmpdir(), 'quorum-terms-'));
    store = await SqliteReadStore.open({ folder });
    await store.prepare(model);
    await store.activate(model);
    // In commits of every size, so that pages are split and merged.
    for (let n = 0; n < 400; n += 1)
      await commit(
        ...Array.from({ length: 1 + (n % 5) * 3 }, (_, i) =>
          entry(1 + n * 20 + i, n % 3 === 0 ? 'gone' : 'stays', `common${letters(n * 20 + i)}`, secret(n * 20 + i)),
        ),
      );
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const vocabulary = (): readonly string[] => {
    const file = new Database(join(folder, 'read-models.db'));
    file.exec(`CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, 'words__v1', row)`);
    const terms = file.prepare('SELECT term FROM temp.v').pluck().all() as string[];
    file.close();
    return terms;
  };
  const traces = async (): Promise<number> => {
    const files = await Promise.all(
      ['read-models.db', 'read-models.db-wal'].map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
    );
    return files.reduce((sum, bytes) => sum + bytes.toString('latin1').split('zvxqjw').length - 1, 0);
  };
  const removeAll = () =>
    commit(
      { collection: 'words', removeWhere: { writer: 'gone' } },
      { collection: 'words', removeWhere: { writer: 'stays' } },
    );

  it('the words of removed entries of a SQLite index are in no page after a scrub, not even by their ends (SEARCH-17)', async () => {
    expect(await traces()).toBeGreaterThan(0);
    await removeAll();
    await commit(entry(100_000, 'new', 'commonword'));
    await store.scrub();
    expect(vocabulary().filter((term) => term.includes('common'))).toEqual(['club:commonword']);
    expect(await traces()).toBe(0);
  });

  it('the words of changed and deleted entries of a SQLite index are in no page after a scrub (SEARCH-16)', async () => {
    for (let n = 0; n < 400; n += 1)
      for (let i = 0; i < 1 + (n % 5) * 3; i += 1)
        await commit(
          i % 2 === 0 ? entry(1 + n * 20 + i, 'stays', 'tea') : { collection: 'words', remove: at(1 + n * 20 + i) },
        );
    await store.scrub();
    expect(await traces()).toBe(0);
    expect(await store.active.find('words', { scopes: ['club'], terms: ['tea'], limit: 10_000 })).toHaveLength(1_520);
  });
});
