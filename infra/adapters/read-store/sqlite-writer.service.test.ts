import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelGeneration, Write } from '@quorum/service-kit/ports/read-store.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteReadStore } from './sqlite-read-store.ts';

const model: ModelGeneration = {
  model: 'notes',
  generation: 'v1',
  collections: [{ name: 'notes', indexes: [['title']] }],
};
const position = (number: number) => String(number).padStart(16, '0');
const chapters = (count: number, text: string): Write[] =>
  Array.from({ length: count }, (_, n) => ({ collection: 'notes', put: { id: `n${n}`, title: text } }));
/** The commit that follows a number of others. */
const commitNext = (store: SqliteReadStore, after: number, writes: readonly Write[]): Promise<void> =>
  store.commit({
    models: [model],
    from: after === 0 ? '' : position(after),
    to: position(after + 1),
    writes,
    changes: [],
  });

describe('a SQLite store without other processes', () => {
  const opened: { readonly store: SqliteReadStore; readonly folder: string }[] = [];
  afterEach(async () => {
    for (const { store, folder } of opened.splice(0)) {
      await store.close();
      await rm(folder, { recursive: true });
    }
  });
  const openAlone = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quorum-writer-'));
    const store = await SqliteReadStore.open({ folder, alone: true });
    opened.push({ store, folder });
    await store.prepare(model);
    return { store, folder };
  };

  it('keeps the order of large commits and of a small one that comes meanwhile', async () => {
    const { store } = await openAlone();
    const commits = [
      { from: '', to: position(1), writes: chapters(500, 'large') },
      { from: position(1), to: position(2), writes: chapters(500, 'larger') },
      { from: position(2), to: position(3), writes: chapters(1, 'small') },
    ];
    await Promise.all(commits.map((each) => store.commit({ models: [model], changes: [], ...each })));
    expect(await store.checkpoint(model)).toBe(position(3));
    const read = store.at([model]);
    expect((await read.get('notes', 'n0'))?.title).toBe('small');
    expect((await read.get('notes', 'n1'))?.title).toBe('larger');
  });

  it('has a short write-ahead log, no matter how many small commits were made', async () => {
    const { store, folder } = await openAlone();
    const COMMITS = 3_000;
    for (let n = 0; n < COMMITS; n += 1) {
      await commitNext(store, n, chapters(20, `${n} ${'x'.repeat(500)}`));
      // A running product has turns of the event loop in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { size } = await stat(join(folder, 'read-models.db-wal'));
    const { size: whole } = await stat(join(folder, 'read-models.db'));
    expect(whole).toBeGreaterThan(8_192);
    expect(size).toBeLessThan(COMMITS * 8_192);
  });

  it('lets other work run, no matter how many small commits follow each other', async () => {
    const { store } = await openAlone();
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let n = 0; n < 200; n += 1) {
      await commitNext(store, n, chapters(1, `${n}`));
    }
    clearImmediate(next);
    expect(turns).toBeGreaterThan(10);
  });

  it('waits for the lock of another program without blocking the process', async () => {
    const { store, folder } = await openAlone();
    const other = new Database(join(folder, 'read-models.db'));
    other.exec('BEGIN IMMEDIATE');
    // Only a process that goes on releases it in time. One that waits, as SQLite does by default, finds both timers due.
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
    }, 3_000);
    setTimeout(() => other.exec('ROLLBACK'), 50);
    await commitNext(store, 0, chapters(1, 'x'));
    clearTimeout(late);
    expect(isLate).toBe(false);
    expect(await store.checkpoint(model)).toBe(position(1));
    other.close();
  });
});
