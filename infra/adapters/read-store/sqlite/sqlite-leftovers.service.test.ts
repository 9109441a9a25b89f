import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Write } from '@quorum/service-kit/ports/read-store.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_REMOVED_AT_ONCE } from '../bounds.ts';
import { SqliteReadStore } from './sqlite-read-store.ts';

const MANY = 2 * MAX_REMOVED_AT_ONCE + 50;
const model: ModelGeneration = {
  model: 'notes',
  generation: 'v1',
  collections: [{ name: 'notes', indexes: [['group']] }],
};

describe('a removal of many rows from the SQLite read models', () => {
  let folder = '';
  let store: SqliteReadStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorum-removals-'));
    store = await SqliteReadStore.open({ folder });
    await store.prepare(model);
    const writes: Write[] = Array.from({ length: MANY }, (_, i) => ({
      collection: 'notes',
      put: { id: `n${i}`, group: 'gone' },
    }));
    await store.commit({ models: [model], from: '', to: '1', writes, changes: [] });
    const removal: Write = { collection: 'notes', removeWhere: { group: 'gone' } };
    await store.commit({ models: [model], from: '1', to: '2', writes: [removal], changes: [] });
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const rows = (): number => {
    const file = new Database(join(folder, 'read-models.db'), { readonly: true });
    const count = file.prepare('SELECT count(*) FROM notes__v1 WHERE id IS NOT NULL').pluck().get() as number;
    file.close();
    return count;
  };

  it('a removal of many rows from the SQLite read models never removes more at once than commits may wait for', async () => {
    const left = [rows()];
    while ((await store.sweep()) === 'documents') left.push(rows());
    expect(left).toEqual([MANY - MAX_REMOVED_AT_ONCE, MANY - 2 * MAX_REMOVED_AT_ONCE, 0]);
  });

  it('a removal of many rows from the SQLite read models is continued by the next process', async () => {
    await store.close();
    store = await SqliteReadStore.open({ folder });
    expect(await store.sweep()).toBe('documents');
    expect(rows()).toBe(MANY - 2 * MAX_REMOVED_AT_ONCE);
  });

  it('a removal of many rows from the SQLite read models of a dropped generation ends before another one of its name is prepared', async () => {
    const next = { ...model, generation: 'v2' };
    await store.prepare(next);
    await store.activate(next);
    expect(rows()).toBeGreaterThan(0);
    await store.prepare(model);
    expect(rows()).toBe(0);
    const writes: Write[] = [{ collection: 'notes', put: { id: 'n0', group: 'new' } }];
    await store.commit({ models: [model], from: '', to: '1', writes, changes: [] });
    await store.scrub();
    expect(await store.at([model]).get('notes', 'n0')).toEqual({ id: 'n0', group: 'new' });
  });

  it('a removal of many rows from the SQLite read models is complete before the file is scrubbed (SAFE-01)', async () => {
    await store.scrub();
    expect(rows()).toBe(0);
  });
});
