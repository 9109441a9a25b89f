import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { ReadStoreUnavailableError, type Write } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentFile, nextFile } from './sqlite-read-files.ts';
import { SqliteReadStore } from './sqlite-read-store.ts';

const modelOf = (name: string, generation = 'v1'): ModelGeneration => ({
  model: name,
  generation,
  collections: [{ name, indexes: [['group']] }],
});
const notes = modelOf('notes');
const tags = modelOf('tags');

const fileKey = Buffer.alloc(32, 5);

describe('a scrub of the SQLite read models', () => {
  let folder = '';
  let store: SqliteReadStore;
  const open = () => SqliteReadStore.open({ folder, fileKey });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorum-scrub-'));
    store = await open();
    for (const model of [notes, tags]) {
      await store.prepare(model);
      await store.activate(model);
    }
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const put = async (model: ModelGeneration, ...documents: { id: string; n?: number }[]): Promise<void> => {
    const from = await store.checkpoint(model);
    const to = String(Number(from) + 1).padStart(16, '0');
    const writes = documents.map((document): Write => ({ collection: model.model, put: document }));
    await store.commit({ models: [model], from, to, writes, changes: [] });
  };
  const many = Array.from({ length: 20_000 }, (_, n) => ({ id: `n${n}`, text: 'a note of several words '.repeat(8) }));

  /** Files that do not belong to the current one. */
  const others = async (): Promise<string[]> => {
    const current = basename(currentFile(folder));
    return (await readdir(folder)).filter((name) => !name.startsWith(current));
  };
  /** Not empty: SQLite would copy into an empty file. */
  const leave = (path: string) => writeFile(path, 'left behind');

  it('is followed by all reads and commits, in one file, also after the next start', async () => {
    await put(notes, { id: 'before' });
    const { active } = store;
    await store.scrub();
    expect(await active.get('notes', 'before')).toEqual({ id: 'before' });
    await put(notes, { id: 'after' });
    expect(await active.get('notes', 'after')).toEqual({ id: 'after' });
    expect(await others()).toEqual([]);
    await store.close();
    store = await open();
    expect(await store.active.get('notes', 'before')).toEqual({ id: 'before' });
    expect(await store.active.get('notes', 'after')).toEqual({ id: 'after' });
  });

  it('hides no commit from those who wait for it', async () => {
    await put(notes, ...many);
    const seen = { commits: 0, scrubbed: false };
    // Two at once, so that the scrub comes in a batch with commits.
    const commitAndRead = async (model: ModelGeneration): Promise<void> => {
      for (let n = 0, more = 3; more > 0; n += 1) {
        if (seen.scrubbed) more -= 1;
        await put(model, { id: 'last', n });
        expect(await store.active.get(model.model, 'last')).toEqual({ id: 'last', n });
        seen.commits += 1;
      }
    };
    const scrub = async (): Promise<void> => {
      await until(() => seen.commits > 5);
      await store.scrub();
      seen.scrubbed = true;
    };
    await Promise.all([commitAndRead(notes), commitAndRead(tags), scrub()]);
    expect(await others()).toEqual([]);
  });

  it('is followed by reads of a generation that was activated just before', async () => {
    await put(notes, { id: 'n1', n: 1 });
    await store.close();
    // The first read of its connection, as the one after the scrub.
    store = await open();
    expect(await store.active.get('notes', 'n1')).toEqual({ id: 'n1', n: 1 });
    const raised = modelOf('notes', 'v2');
    await store.prepare(raised);
    await put(raised, { id: 'n1', n: 2 });
    await store.activate(raised);
    await store.scrub();
    expect(await store.active.get('notes', 'n1')).toEqual({ id: 'n1', n: 2 });
  });

  it('that fails keeps the file and leaves no copy', async () => {
    await put(notes, { id: 'before' });
    await leave(`${nextFile(currentFile(folder))}.part`);
    await expect(store.scrub()).rejects.toThrow(ReadStoreUnavailableError);
    expect(await others()).toEqual([]);
    await put(notes, { id: 'after' });
    expect(await store.active.get('notes', 'before')).toEqual({ id: 'before' });
    expect(await store.active.get('notes', 'after')).toEqual({ id: 'after' });
  });

  it('whose copy cannot be used keeps the file', async () => {
    await put(notes, { id: 'before' });
    // No write-ahead log can be made there.
    const log = `${nextFile(currentFile(folder))}-wal`;
    await mkdir(log);
    await expect(store.scrub()).rejects.toThrow(ReadStoreUnavailableError);
    await rm(log, { recursive: true });
    await put(notes, { id: 'after' });
    expect(await store.active.get('notes', 'after')).toEqual({ id: 'after' });
    await store.close();
    store = await open();
    expect(await store.active.get('notes', 'after')).toEqual({ id: 'after' });
  });

  it('that a killed process did not finish leaves nothing after the next start', async () => {
    await put(notes, { id: 'before' });
    const former = currentFile(folder);
    await store.scrub();
    await put(notes, { id: 'after' });
    await store.close();
    const unfinished = `${nextFile(currentFile(folder))}.part`;
    for (const path of [former, `${former}-wal`, `${former}-shm`, unfinished, `${unfinished}-journal`])
      await leave(path);
    store = await open();
    expect(await others()).toEqual([]);
    expect(await store.active.get('notes', 'before')).toEqual({ id: 'before' });
    expect(await store.active.get('notes', 'after')).toEqual({ id: 'after' });
  });

  it('ends before the store is closed, which then reads nothing', async () => {
    await put(notes, ...many);
    const copy = basename(nextFile(currentFile(folder)));
    const scrubbed = store.scrub();
    await until(async () => (await readdir(folder)).some((name) => name.startsWith(copy)));
    await store.close();
    await expect(store.at([notes]).get('notes', 'n1')).rejects.toThrow(ReadStoreUnavailableError);
    await scrubbed;
    store = await open();
    expect(await others()).toEqual([]);
    expect(await store.active.get('notes', 'n1')).toEqual(many[1]);
  });
});
