import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection, Document, ModelGeneration, Write } from '@quorum/service-kit/ports/read-store.ts';
import { readStoreSuite } from '@quorum/service-kit/testing/read-store-suite.ts';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteReadStore } from './sqlite-read-store.ts';

const notes = (...indexes: string[][]): ModelGeneration => ({
  model: 'notes',
  generation: 'v1',
  collections: [{ name: 'notes', indexes }],
});

const newFolder = () => mkdtemp(join(tmpdir(), 'quorum-read-store-'));

const fileIn = async (alone: boolean) => {
  const folder = await newFolder();
  let now = Date.parse('2026-05-14T10:42:00Z');
  return {
    open: () => SqliteReadStore.open({ folder, alone, clock: { now: () => now } }),
    lapse: async (milliseconds: number) => {
      now += milliseconds;
    },
    end: () => rm(folder, { recursive: true }),
  };
};

const openings = [
  { alone: false, how: 'beside other processes' },
  { alone: true, how: 'without other processes' },
] as const;

readStoreSuite('SQLite', () => fileIn(false));
readStoreSuite('SQLite without other processes', () => fileIn(true));

describe('SQLite read models on disk', () => {
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

  it('drop the leases of a dead process when the next one has the folder alone', async () => {
    const folder = await newFolder();
    folders.push(folder);
    const died = await SqliteReadStore.open({ folder });
    expect(await died.lease('projections', 'died', 60_000)).toBe(true);
    await died.close();
    const beside = await SqliteReadStore.open({ folder });
    expect(await beside.lease('projections', 'beside', 60_000)).toBe(false);
    await beside.close();
    const next = await SqliteReadStore.open({ folder, alone: true });
    expect(await next.lease('projections', 'next', 60_000)).toBe(true);
    await next.close();
  });

  it('have no index while they are built by the first catch-up, and all of them after it', async () => {
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

  const letters = (generation: string, holds?: Collection['holds']): ModelGeneration => ({
    model: 'letters',
    generation,
    collections: [{ name: 'letters', indexes: [['sender', 'order']], ...(holds && { holds }) }],
  });
  const holds = { id: 'id', sender: 'id', order: 'position' } as const;
  const [ada, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  const letter = (id: string, position: number) => ({ id, sender: ada, order: String(position).padStart(16, '0') });

  it('of an older version are read and continued until they are rebuilt with narrower columns', async () => {
    const folder = await newFolder();
    folders.push(folder);
    // What the first version of the file had: texts in every column, and documents as JSON.
    const old = new Database(join(folder, 'read-models.db'));
    old.exec(`
      CREATE TABLE generations (model TEXT NOT NULL, generation TEXT NOT NULL, collections TEXT NOT NULL,
        checkpoint TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (model, generation)) STRICT, WITHOUT ROWID;
      CREATE TABLE "letters__1-1" (id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL, "sender", "order");
      CREATE INDEX "letters__1-1__sender_order" ON "letters__1-1" ("sender", "order", "id") WHERE "sender" IS NOT NULL;
      CREATE TABLE changes (audience TEXT NOT NULL, sequence INTEGER NOT NULL, kind TEXT NOT NULL, position TEXT NOT NULL,
        data TEXT NOT NULL, PRIMARY KEY (audience, sequence)) STRICT, WITHOUT ROWID;
      PRAGMA user_version = 1;
    `);
    const before = letters('1-1');
    old.prepare("INSERT INTO generations VALUES ('letters', '1-1', ?, '1', 1)").run(JSON.stringify(before.collections));
    const { id, sender, order } = letter(first, 1);
    old
      .prepare('INSERT INTO "letters__1-1" VALUES (?, ?, ?, ?)')
      .run(id, JSON.stringify({ id, sender, order }), sender, order);
    const changes = [4, 5].map((sequence) => ({
      audience: `group-${first}`,
      sequence,
      kind: 'newMessage',
      position: String(sequence).padStart(16, '0'),
      data: { groupId: first, messageId: second, isNew: true },
    }));
    for (const { audience, sequence, kind, position, data } of changes) {
      const text = JSON.stringify(data);
      old.prepare('INSERT INTO changes VALUES (?, ?, ?, ?, ?)').run(audience, sequence, kind, position, text);
    }
    old.close();

    const store = await SqliteReadStore.open({ folder });
    const found = async (models: ModelGeneration[] = []) => {
      const read = models.length === 0 ? store.active : store.at(models);
      return read.query('letters', { where: { sender: ada }, order: { field: 'order', direction: 'desc' }, limit: 9 });
    };
    expect(await found()).toEqual([letter(first, 1)]);
    expect(await store.sequence(`group-${first}`)).toBe(5);
    expect(await store.changesAfter(`group-${first}`, 3, 9)).toEqual(changes);
    const put = (...documents: Document[]) => documents.map((each) => ({ collection: 'letters', put: each }));
    await store.commit({ models: [before], from: '1', to: '2', writes: put(letter(second, 2)), changes: [] });
    const after = letters('2-1', holds);
    await store.prepare(after);
    const writes = put(letter(first, 1), letter(second, 2));
    await store.commit({ models: [after], from: '', to: '2', writes, changes: [] });
    expect(await found()).toEqual([letter(second, 2), letter(first, 1)]);
    expect(await store.active.get('letters', first)).toEqual(letter(first, 1));
    await store.activate(after);
    expect(await found()).toEqual([letter(second, 2), letter(first, 1)]);
    expect(await store.active.get('letters', first)).toEqual(letter(first, 1));
    await store.close();
  });

  it('refuse to continue a generation whose columns have another form', async () => {
    const folder = await newFolder();
    folders.push(folder);
    const store = await SqliteReadStore.open({ folder });
    await store.prepare(letters('1-1'));
    await store.prepare(letters('1-1'));
    await expect(store.prepare(letters('1-1', holds))).rejects.toThrow("Raise the model's version");
    await store.prepare(letters('2-1', holds));
    await expect(store.prepare(letters('2-1'))).rejects.toThrow("Raise the model's version");
    await store.close();
  });

  it.each(openings)(
    'contain no byte of removed texts after scrubbing, in any file or encoding, $how (SAFE-01)',
    async ({ alone }) => {
      const folder = await newFolder();
      folders.push(folder);
      const store = await SqliteReadStore.open({ folder, alone });
      const model = notes(['author', 'title']);
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

      // The last one is small, and so written by another connection than the others.
      await commit([write(10)]);
      await commit([{ collection: 'notes', removeWhere: { author: 'gone' } }]);
      await store.scrub();
      const bytes = await bytesOf(folder);
      expect(bytes.includes('here')).toBe(true);
      for (const spelling of spellings(canary)) expect(bytes.includes(spelling)).toBe(false);
      await store.close();
    },
  );

  it.each(openings)('are what was committed if the process dies without closing, $how', async ({ alone }) => {
    const folder = await newFolder();
    folders.push(folder);
    const model: ModelGeneration = { model: 'notes', generation: 'v1', collections: [{ name: 'notes', indexes: [] }] };
    const first = await SqliteReadStore.open({ folder, alone });
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
