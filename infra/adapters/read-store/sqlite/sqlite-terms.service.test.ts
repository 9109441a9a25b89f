import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Write } from '@quorum/service-kit/ports/read-store.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Writes a text into the unused middle of each page of a table, as SQLite leaves copies of rows there. @returns how many pages have room */
const leaveCopies = async (path: string, table: string, text: string): Promise<number> => {
  const db = new Database(path);
  // As after a merge, so that only a rewrite is left to do.
  db.exec("UPDATE unmerged SET state = 'merged'");
  const size = db.pragma('page_size', { simple: true }) as number;
  const find = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'").pluck();
  const numbers = find.all(table) as number[];
  db.close();
  const file = await open(path, 'r+');
  let copies = 0;
  for (const number of numbers) {
    const start = (number - 1) * size;
    const { buffer: page } = await file.read(Buffer.alloc(size), 0, size, start);
    const [cells, content] = [page.readUInt16BE(3), page.readUInt16BE(5)];
    const unused = 8 + 2 * cells;
    if (content - unused < 10 * text.length) continue;
    await file.write(text, start + Math.floor((unused + content) / 2));
    copies += 1;
  }
  await file.close();
  return copies;
};

/** Entries of the n-th commit. */
const sizeOf = (n: number): number => 1 + (n % 5) * 3;

/** The i-th of them. Few are of the writer whose words nobody else uses: most removals would merge an index by themselves. */
const added = (n: number, i: number): Write => {
  const position = 1 + n * 20 + i;
  const word = `common${letters(position)}`;
  return n % 40 === 7 ? entry(position, 'gone', word, secret(position)) : entry(position, 'stays', word, `more${word}`);
};

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
    for (let n = 0; n < 400; n += 1) await commit(...Array.from({ length: sizeOf(n) }, (_, i) => added(n, i)));
  });
  afterEach(async () => {
    vi.useRealTimers();
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
  it('a query of a SQLite index leaves the thread free that asks it, whatever is asked (SEARCH-19)', async () => {
    /** Without a turn of the event loop, no other thread can have answered. */
    const withoutTurn = async () => {
      for (let n = 0; n < 1_000; n += 1) await Promise.resolve();
      return 'free';
    };
    for (const terms of [[], ['tea'], [`common${letters(1)}`]]) {
      const found = store.active.find('words', { scopes: ['club'], terms, beginning: 'common', limit: 1 });
      expect(await Promise.race([found, withoutTurn()])).toBe('free');
      expect((await found).length).toBe(terms[0] === 'tea' ? 0 : 1);
    }
  });

  it('a SQLite index keeps terms and the numbers of positions, and no text (SEARCH-15)', async () => {
    const file = new Database(join(folder, 'read-models.db'));
    const rows = file.prepare('SELECT rowid, terms FROM words__v1 ORDER BY rowid LIMIT 2').all();
    const created = file.prepare("SELECT sql FROM sqlite_master WHERE name = 'words__v1'").pluck().get() as string;
    const content = file.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'words__v1_content'").pluck().get();
    file.close();
    expect(rows).toEqual([1, 21].map((rowid) => ({ rowid, terms: null })));
    for (const setting of ["content = ''", 'contentless_delete = 1', 'detail = none'])
      expect(created).toContain(setting);
    expect(content).toBe(0);
  });

  it('the last entry of a SQLite index can be changed after a restart', async () => {
    const newest = 1 + 399 * 20 + sizeOf(399) - 1;
    await store.close();
    store = await SqliteReadStore.open({ folder });
    await commit(entry(newest, 'stays', 'coffee'));
    const find = (term: string) => store.active.find('words', { scopes: ['club'], terms: [term], limit: 2 });
    expect(await find('coffee')).toEqual([at(newest)]);
    expect(await find(`common${letters(newest)}`)).toEqual([]);
  });

  it('the words of removed entries of a SQLite index are in no page after a scrub, not even by their ends (SEARCH-17)', async () => {
    expect(await traces()).toBeGreaterThan(0);
    await commit({ collection: 'words', removeWhere: { writer: 'gone' } });
    await store.scrub();
    expect(vocabulary().filter((term) => term.endsWith('zvxqjw'))).toEqual([]);
    expect(vocabulary()).toContain(`club:common${letters(1)}`);
    expect(await traces()).toBe(0);
  });

  it('a scrub overwrites what SQLite left of removed words in the unused parts of the pages of an index (SEARCH-17)', async () => {
    await commit({ collection: 'words', removeWhere: { writer: 'gone' } });
    await store.scrub();
    await commit({ collection: 'words', remove: at(1) });
    await store.close();
    expect(await leaveCopies(join(folder, 'read-models.db'), 'words__v1_data', 'zvxqjw')).toBeGreaterThan(0);
    expect(await traces()).toBeGreaterThan(0);
    store = await SqliteReadStore.open({ folder });
    await store.scrub();
    expect(await traces()).toBe(0);
  });

  it('the words of removed entries of a SQLite index leave its parts five minutes later without a scrub (SEARCH-16)', async () => {
    const parts = (): number => {
      const file = new Database(join(folder, 'read-models.db'), { readonly: true });
      const found = file.prepare("SELECT count(*) FROM words__v1_data WHERE instr(block, CAST('zvxqjw' AS BLOB)) > 0");
      const count = found.pluck().get() as number;
      file.close();
      return count;
    };
    await store.close();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    store = await SqliteReadStore.open({ folder });
    // What an earlier process left is merged, too.
    vi.advanceTimersByTime(300_000);
    await commit({ collection: 'words', removeWhere: { writer: 'gone' } });
    expect(parts()).toBeGreaterThan(0);
    vi.advanceTimersByTime(300_000);
    await expect.poll(parts).toBe(0);
  });

  it('the words of changed and deleted entries of a SQLite index are in no page after a scrub (SEARCH-16)', async () => {
    for (let n = 7; n < 400; n += 40)
      for (let i = 0; i < sizeOf(n); i += 1) {
        const position = 1 + n * 20 + i;
        await commit(i % 2 === 0 ? entry(position, 'gone', 'tea') : { collection: 'words', remove: at(position) });
      }
    await store.scrub();
    expect(await traces()).toBe(0);
    expect(await store.active.find('words', { scopes: ['club'], terms: ['tea'], limit: 100 })).toHaveLength(40);
  });
});
