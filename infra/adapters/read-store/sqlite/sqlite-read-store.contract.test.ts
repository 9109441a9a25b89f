import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Write } from '@quorum/service-kit/ports/read-store.ts';
import { readEngineSuite } from '@quorum/service-kit/testing/read-engine-suite.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteReadStore } from './sqlite-read-store.ts';

const notes = (...indexes: string[][]): ModelGeneration => ({
  model: 'notes',
  generation: 'v1',
  collections: [{ name: 'notes', indexes }],
});

const newFolder = () => mkdtemp(join(tmpdir(), 'quorum-read-store-'));

const newFile = async () => {
  const folder = await newFolder();
  return { open: () => SqliteReadStore.open({ folder }), end: () => rm(folder, { recursive: true }) };
};

readEngineSuite('SQLite', newFile, { isShared: false });

describe('the SQLite read models on disk', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  const bytesOf = async (folder: string): Promise<Buffer> =>
    Buffer.concat(await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file)))));
  const spellings = (text: string): Buffer[] => {
    // Base64 has three spellings, by what stands before the text.
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
        .toString('base64')
        .slice(4, -4),
    );
    return [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
      Buffer.from(Buffer.from(text).toString('hex')),
      ...base64.map((each) => Buffer.from(each)),
    ];
  };

  it('the SQLite read models on disk have no index during the first catch-up, and all of them after it', async () => {
    const folder = await newFolder();
    folders.push(folder);
    const store = await SqliteReadStore.open({ folder });
    const model = notes(['author', 'title'], ['title']);
    const indexes = (): number => {
      const file = new Database(join(folder, 'read-models.db'), { readonly: true });
      const found = file.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql LIKE '%title%'");
      const count = found.pluck().get() as number;
      file.close();
      return count;
    };
    await store.prepare(model);
    await store.activate(model, { indexesLater: true });
    expect(indexes()).toBe(0);
    await store.prepare(model);
    expect(indexes()).toBe(2);
    await store.close();
  });

  it('the SQLite read models on disk contain no byte of removed texts after scrubbing, in any file or encoding (SAFE-01)', async () => {
    const folder = await newFolder();
    folders.push(folder);
    const store = await SqliteReadStore.open({ folder });
    // No index holds a text: entries of indexes do move, and leave copies.
    const model = notes(['author']);
    await store.prepare(model);
    await store.activate(model);
    const canary = 'CanaryOfSomebodyWhoIsGone';

    // Sizes that vary make pages split and merge, which leaves copies of rows where no row is.
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let position = '';
    const commit = async (writes: Write[]) => {
      const to = String(Number(position || 0) + 1).padStart(16, '0');
      await store.commit({ models: [model], from: position, to, writes, changes: [] });
      position = to;
    };
    const write = (n: number): Write => {
      const text = 'x'.repeat(random(1_500));
      const own = n % 10 === 0;
      const id = `${(n * 7_919) % 10_007}`;
      const put = own
        ? { id, author: 'gone', title: `${canary}${n}`, text: `${canary}${text}${canary}` }
        : { id, author: 'here', title: `t${n}`, text };
      return { collection: 'notes', put };
    };
    for (let batch = 0; batch < 40; batch += 1) {
      await commit(Array.from({ length: 250 }, () => write(random(5_000))));
    }
    expect((await bytesOf(folder)).includes(canary)).toBe(true);

    const dropped = { ...model, generation: 'v2' };
    await store.prepare(dropped);
    const writes = Array.from({ length: 500 }, (_, n) => write(n));
    await store.commit({ models: [dropped], from: '', to: position, writes, changes: [] });
    await store.drop(dropped);

    await commit([write(10)]);
    await commit([{ collection: 'notes', removeWhere: { author: 'gone' } }]);
    await store.scrub();
    const bytes = await bytesOf(folder);
    expect(bytes.includes('here')).toBe(true);
    for (const spelling of spellings(canary)) expect(bytes.includes(spelling)).toBe(false);
    await store.close();
  });

  it('the SQLite read models on disk contain every commit if the process dies without closing', async () => {
    const folder = await newFolder();
    folders.push(folder);
    const model: ModelGeneration = { model: 'notes', generation: 'v1', collections: [{ name: 'notes', indexes: [] }] };
    const first = await SqliteReadStore.open({ folder });
    await first.prepare(model);
    await first.commit({
      models: [model],
      from: '',
      to: '5',
      writes: [{ collection: 'notes', put: { id: 'n1' } }],
      changes: [],
    });
    // The first one is still open, as a killed process would have left it.
    const second = await SqliteReadStore.open({ folder });
    expect(await second.checkpoint(model)).toBe('5');
    expect(await second.at([model]).get('notes', 'n1')).toEqual({ id: 'n1' });
    await Promise.all([first.close(), second.close()]);
  });
});
