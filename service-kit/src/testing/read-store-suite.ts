import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Change,
  type Commit,
  type Document,
  type ModelGeneration,
  type ParkedEvent,
  type ReadStore,
  StaleCheckpointError,
  UnindexedQueryError,
  type Write,
} from '../ports/read-store.ts';

type Note = Document & {
  readonly group: string;
  readonly order?: string;
  readonly size?: number;
  readonly pinned?: boolean;
  readonly text: string | null;
};

const collections = [
  { name: 'notes', indexes: [['group', 'order'], ['group', 'pinned', 'size'], ['size']] },
  { name: 'tags', indexes: [['noteId']] },
] as const;

/** The n-th position, in the form an event log uses. */
const at = (position: number): string => (position === 0 ? '' : String(position).padStart(16, '0'));
const note = (id: string, group: string, rest: Partial<Note> = {}): Note => ({
  id,
  group,
  text: `text of ${id}`,
  ...rest,
});
const put = (...notes: readonly Note[]): Write[] => notes.map((each) => ({ collection: 'notes', put: each }));
const ids = (documents: readonly Document[]): string[] => documents.map((each) => each.id);
const change = (audience: string, sequence: number, position: number): Change => ({
  audience,
  sequence,
  kind: 'noted',
  position: at(position),
  data: { noteId: `n${position}`, count: position, isNew: true },
});
const parkedEvent = (model: string, position: number): ParkedEvent => ({
  model,
  position: at(position),
  after: at(position - 1),
  stream: 'note-1',
  eventId: `e${position}`,
  type: 'NoteTaken',
  reason: 'no such version',
  attempts: 1,
  parkedAt: '2026-05-14T10:42:00.000Z',
});

/**
 * The contract of every read store. `open` opens the same engine at each call, with what is stored in it.
 * @param engine creates an empty engine. `expireLeases` makes every lease expire.
 */
export const readStoreSuite = (
  name: string,
  engine: () => Promise<{
    open: () => Promise<ReadStore>;
    lapse: (milliseconds: number) => Promise<void>;
    end: () => Promise<void>;
  }>,
): void => {
  describe(`${name} as a read store`, () => {
    let open: () => Promise<ReadStore>;
    let lapse: (milliseconds: number) => Promise<void>;
    let end: () => Promise<void>;
    let store: ReadStore;
    let models = 0;

    /** Each test has a model of its own, so that tests do not interfere. */
    const newModel = (generation = 'v1'): ModelGeneration => ({
      model: `model-${++models}`,
      generation,
      collections: named(models),
    });
    const named = (number: number) => collections.map((each) => ({ ...each, name: `${each.name}${number}` }));
    const commitTo = (
      model: ModelGeneration,
      from: number,
      to: number,
      writes: readonly Write[],
      rest: Partial<Commit> = {},
    ) => {
      const suffix = model.model.slice('model-'.length);
      const own = writes.map((write) => ({ ...write, collection: write.collection + suffix }));
      return store.commit({ models: [model], from: at(from), to: at(to), writes: own, changes: [], ...rest });
    };
    const prepared = async (writes: readonly Write[] = []) => {
      const model = newModel();
      await store.prepare(model);
      await commitTo(model, 0, 1, writes);
      const [notes, tags] = model.collections.map((each) => each.name) as [string, string];
      return { model, notes, tags, read: store.at([model]) };
    };

    beforeAll(async () => {
      ({ open, lapse, end } = await engine());
      store = await open();
    });
    afterAll(async () => {
      await store?.close();
      await end?.();
    });

    describe('documents', () => {
      it('come back as they were put, whatever JSON they hold', async () => {
        const odd = {
          ...note('n1', 'g1', { text: 'naïve 👩‍👩‍👧 \u0000 \u202e "quoted" \\ \n' }),
          nested: { list: [1, [2, [3]], { deep: null }], 'a.dotted': 1, $dollar: 2, '👍': ['u1'] },
          numbers: [0, -1, 1.5, 1e21, 2 ** 53 - 1, -(2 ** 31) - 1],
          empty: {},
          isNot: false,
        };
        const { read, notes } = await prepared(put(odd));
        expect(await read.get(notes, 'n1')).toEqual(odd);
        expect(JSON.stringify(await read.get(notes, 'n1'))).toBe(JSON.stringify(odd));
        expect(await read.get(notes, 'n2')).toBeUndefined();
      });

      it('are found together by id, those that exist', async () => {
        const { read, notes } = await prepared(put(note('n1', 'g1'), note('n2', 'g1'), note('n3', 'g2')));
        const found = await read.getMany<Note>(notes, ['n3', 'missing', 'n1', 'n1']);
        expect([...found.keys()].sort()).toEqual(['n1', 'n3']);
        expect(found.get('n3')).toEqual(note('n3', 'g2'));
        expect(await read.getMany(notes, [])).toEqual(new Map());
      });

      it('are replaced as a whole, and their index entries with them', async () => {
        const { read, notes, model } = await prepared(put(note('n1', 'g1', { order: 'a', size: 5 })));
        await commitTo(model, 1, 2, put(note('n1', 'g2')));
        expect(await read.get(notes, 'n1')).toEqual(note('n1', 'g2'));
        expect(await read.count(notes, { where: { group: 'g1' } }, 10)).toBe(0);
        expect(await read.count(notes, { where: { group: 'g2' } }, 10)).toBe(1);
        expect(await read.query(notes, { where: {}, range: { field: 'size', from: 0 }, limit: 10 })).toEqual([]);
      });

      it('are written and removed in the order of the commit', async () => {
        const { read, notes, tags, model } = await prepared(put(note('n1', 'g1'), note('n2', 'g1'), note('n3', 'g2')));
        await commitTo(model, 1, 2, [
          { collection: 'notes', remove: 'n1' },
          { collection: 'tags', put: { id: 't1', noteId: 'n1' } },
          ...put(note('n1', 'g9')),
          { collection: 'notes', removeWhere: { group: 'g1' } },
          ...put(note('n4', 'g1'), note('n4', 'g1', { text: 'second' })),
          { collection: 'notes', remove: 'n3' },
          { collection: 'notes', remove: 'never there' },
        ]);
        const left = await read.getMany<Note>(notes, ['n1', 'n2', 'n3', 'n4']);
        expect([...left.keys()].sort()).toEqual(['n1', 'n4']);
        expect(left.get('n1')?.group).toBe('g9');
        expect(left.get('n4')?.text).toBe('second');
        expect(await read.count(tags, { where: { noteId: 'n1' } }, 10)).toBe(1);
      });

      it('can be a thousand in one commit, and all of them removed by a field', async () => {
        const many = Array.from({ length: 1_003 }, (_, i) =>
          note(`n${i}`, i % 2 ? 'odd' : 'even', { order: at(i + 1) }),
        );
        const { read, notes, model } = await prepared(put(...many));
        expect(await read.count(notes, { where: { group: ['odd', 'even'] } }, 5_000)).toBe(1_003);
        expect(await read.count(notes, { where: { group: ['odd', 'even'] } }, 100)).toBe(100);
        await commitTo(model, 1, 2, [{ collection: 'notes', removeWhere: { group: 'odd' } }]);
        expect(await read.count(notes, { where: { group: 'odd' } }, 5_000)).toBe(0);
        expect(await read.count(notes, { where: { group: 'even' } }, 5_000)).toBe(502);
      });
    });

    describe('queries', () => {
      const shelf = [
        note('a', 'g1', { order: '2026-01', size: 10, pinned: true }),
        note('b', 'g1', { order: '2026-02', size: 20, pinned: false }),
        note('c', 'g1', { order: '2026-02', size: 30, pinned: false }),
        note('d', 'g1', { order: '2026-03', size: 40, pinned: false }),
        note('e', 'g2', { order: '2026-01', size: 50, pinned: true }),
        note('f', 'g2', { order: '2026-04', size: 60, pinned: true }),
        note('h', 'g3', { size: 70 }),
      ];
      let read: ReadStore['active'];
      let notes: string;
      beforeAll(async () => {
        ({ read, notes } = await prepared(put(...shelf)));
      });
      const find = async (query: Parameters<typeof read.query>[1]) => ids(await read.query(notes, query));

      it('match by equality, by id without another order', async () => {
        expect(await find({ where: { group: 'g1' }, limit: 10 })).toEqual(['a', 'b', 'c', 'd']);
        expect(await find({ where: { group: 'g1' }, limit: 2 })).toEqual(['a', 'b']);
        expect(await find({ where: { group: 'g1' }, after: { id: 'b' }, limit: 2 })).toEqual(['c', 'd']);
        expect(await find({ where: { group: 'g1', pinned: false }, limit: 10 })).toEqual(['b', 'c', 'd']);
        expect(await find({ where: { pinned: true, group: 'g1' }, limit: 10 })).toEqual(['a']);
        expect(await find({ where: { group: 'nobody' }, limit: 10 })).toEqual([]);
        expect(await find({ where: { id: ['b', 'e'] }, limit: 10 })).toEqual(['b', 'e']);
        expect(await find({ where: {}, limit: 3 })).toEqual(['a', 'b', 'c']);
      });

      it('match one of several values, in one order', async () => {
        const order = { field: 'order', direction: 'asc' } as const;
        expect(await find({ where: { group: ['g2', 'g1', 'g2'] }, order, limit: 10 })).toEqual([
          'a',
          'e',
          'b',
          'c',
          'd',
          'f',
        ]);
        expect(await find({ where: { group: ['g1', 'g2'] }, order, limit: 3 })).toEqual(['a', 'e', 'b']);
        expect(await find({ where: { group: [] }, order, limit: 3 })).toEqual([]);
        const hundreds = Array.from({ length: 300 }, (_, i) => `g${i}`);
        const newest = { field: 'order', direction: 'desc' } as const;
        expect(await find({ where: { group: hundreds }, order: newest, limit: 4 })).toEqual(['f', 'd', 'c', 'b']);
      });

      it('match a range: from inclusive, to and after exclusive', async () => {
        const where = { group: 'g1' };
        expect(await find({ where, range: { field: 'order', from: '2026-02' }, limit: 10 })).toEqual(['b', 'c', 'd']);
        expect(await find({ where, range: { field: 'order', after: '2026-02' }, limit: 10 })).toEqual(['d']);
        expect(await find({ where, range: { field: 'order', to: '2026-02' }, limit: 10 })).toEqual(['a']);
        expect(await find({ where, range: { field: 'order', from: '2026-01', to: '2026-03' }, limit: 10 })).toEqual([
          'a',
          'b',
          'c',
        ]);
        expect(await find({ where: {}, range: { field: 'size', from: 30, to: 60 }, limit: 10 })).toEqual([
          'c',
          'd',
          'e',
        ]);
        expect(
          await find({ where: { group: ['g1', 'g2'] }, range: { field: 'order', from: '2026-03' }, limit: 9 }),
        ).toEqual(['d', 'f']);
      });

      it('check further comparisons on the rows found, of indexed fields and of others', async () => {
        const where = { group: 'g1' };
        expect(await find({ where, filter: [{ field: 'size', op: '>', value: 20 }], limit: 10 })).toEqual(['c', 'd']);
        expect(
          await find({
            where,
            filter: [
              { field: 'size', op: '<=', value: 20 },
              { field: 'pinned', op: '=', value: false },
            ],
            limit: 10,
          }),
        ).toEqual(['b']);
        expect(await find({ where, filter: [{ field: 'text', op: '=', value: 'text of c' }], limit: 10 })).toEqual([
          'c',
        ]);
        expect(await read.count(notes, { where, filter: [{ field: 'text', op: '>=', value: 'text of c' }] }, 10)).toBe(
          2,
        );
      });

      it('page through equal values without losing or repeating one, both ways', async () => {
        for (const direction of ['asc', 'desc'] as const) {
          for (const group of ['g1', ['g1', 'g2']]) {
            const all = await find({ where: { group }, order: { field: 'order', direction }, limit: 10 });
            const paged: string[] = [];
            let after: { value?: string; id: string } | undefined;
            for (;;) {
              const page = await read.query<Note>(notes, {
                where: { group },
                order: { field: 'order', direction },
                limit: 2,
                ...(after && { after }),
              });
              paged.push(...ids(page));
              const last = page.at(-1);
              if (last?.order === undefined) break;
              after = { value: last.order, id: last.id };
            }
            expect(paged).toEqual(all);
          }
        }
        expect(await find({ where: { group: 'g1' }, order: { field: 'order', direction: 'desc' }, limit: 10 })).toEqual(
          ['d', 'c', 'b', 'a'],
        );
      });

      it('leave out documents that lack the ordered field', async () => {
        expect(await find({ where: { group: 'g3' }, order: { field: 'order', direction: 'asc' }, limit: 10 })).toEqual(
          [],
        );
        expect(await find({ where: { group: 'g3' }, limit: 10 })).toEqual(['h']);
      });

      it('are refused when no index serves them, with the collection and the fields', async () => {
        const refused = [
          { where: { text: 'x' } },
          { where: { pinned: true } },
          { where: { group: 'g1' }, order: { field: 'text', direction: 'asc' } },
          { where: {}, range: { field: 'order', from: '2026' } },
        ] as const;
        for (const query of refused) {
          await expect(read.query(notes, { ...query, limit: 1 })).rejects.toThrow(UnindexedQueryError);
        }
        await expect(read.query(notes, { where: { text: 'x' }, limit: 1 })).rejects.toThrow(/notes\d+ .*text/);
        await expect(read.count(notes, { where: { text: 'x' } }, 1)).rejects.toThrow(UnindexedQueryError);
      });
    });

    describe('commits', () => {
      it('move the checkpoint, which starts before the first event and outlives the process (CQRS-04)', async () => {
        const model = newModel();
        await store.prepare(model);
        expect(await store.checkpoint(model)).toBe('');
        await commitTo(model, 0, 7, put(note('n1', 'g1')));
        await commitTo(model, 7, 8, []);
        const other = await open();
        expect(await other.checkpoint(model)).toBe(at(8));
        expect(ids([...(await other.at([model]).getMany(model.collections[0]?.name ?? '', ['n1'])).values()])).toEqual([
          'n1',
        ]);
        await other.close();
        await store.prepare(model);
        expect(await store.checkpoint(model)).toBe(at(8));
      });

      it('from another checkpoint than the stored one are refused and change nothing', async () => {
        const { model, read, notes } = await prepared();
        const second = newModel();
        await store.prepare(second);
        await expect(commitTo(model, 0, 2, put(note('n1', 'g1')))).rejects.toThrow(StaleCheckpointError);
        // One of the two models is elsewhere, so neither moves.
        const both = store.commit({
          models: [model, second],
          from: at(1),
          to: at(2),
          writes: [{ collection: notes, put: note('n1', 'g1') }],
          changes: [change('group-stale', 1, 2)],
        });
        await expect(both).rejects.toThrow(StaleCheckpointError);
        expect(await store.checkpoint(model)).toBe(at(1));
        expect(await read.get(notes, 'n1')).toBeUndefined();
        expect(await store.sequence('group-stale')).toBe(0);
      });

      it('can be given before the former ones resolved, and only one of two rivals wins', async () => {
        const { model, read, notes } = await prepared();
        await Promise.all([commitTo(model, 1, 2, put(note('n1', 'g1'))), commitTo(model, 2, 3, put(note('n1', 'g2')))]);
        expect((await read.get<Note>(notes, 'n1'))?.group).toBe('g2');
        const rivals = await Promise.allSettled(
          ['x', 'y', 'z'].map((id) => commitTo(model, 3, 4, put(note(id, 'g1')))),
        );
        expect(rivals.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
        expect(await read.count(notes, { where: { group: 'g1' } }, 10)).toBe(1);
      });

      it('of a checkpoint alone and those of documents take nothing from each other, from two processes at once (CQRS-04)', async () => {
        const model = newModel();
        const alone: ModelGeneration = { model: `alone-${model.model}`, generation: '1', collections: [] };
        const [notes] = model.collections.map((each) => each.name) as [string];
        const other = await open();
        await Promise.all([store.prepare(model), other.prepare(alone)]);
        const total = 60;
        /** Each continues from its own last checkpoint, as its only writer. */
        const walk = async (by: ReadStore, walker: ModelGeneration, write: (position: number) => readonly Write[]) => {
          for (let position = 1; position <= total; position += 1) {
            await by.commit({
              models: [walker],
              from: at(position - 1),
              to: at(position),
              writes: write(position),
              changes: [],
            });
          }
        };
        await Promise.all([
          walk(store, model, (position) => [{ collection: notes, put: note(`n${position}`, 'g1') }]),
          walk(other, alone, () => []),
        ]);
        expect(await other.checkpoint(model)).toBe(at(total));
        expect(await store.checkpoint(alone)).toBe(at(total));
        expect(await store.at([model]).count(notes, { where: { group: 'g1' } }, 100)).toBe(total);
        await other.close();
      }, 60_000);
    });

    describe('generations', () => {
      it('are built beside the active one, switched to for every reader, and the former one is dropped', async () => {
        const { model: old, notes } = await prepared(put(note('n1', 'old')));
        const reader = await open();
        expect(await store.activeGeneration(old.model)).toBeUndefined();
        await store.activate(old);
        expect(await store.activeGeneration(old.model)).toBe('v1');
        await expect
          .poll(() => reader.active.get<Note>(notes, 'n1').catch(() => undefined))
          .toMatchObject({ group: 'old' });

        const next = { ...old, generation: 'v2' };
        await store.prepare(next);
        await commitTo(next, 0, 5, put(note('n1', 'new'), note('n2', 'new')));
        expect((await store.active.get<Note>(notes, 'n1'))?.group).toBe('old');
        expect((await store.at([next]).get<Note>(notes, 'n1'))?.group).toBe('new');
        expect(await store.checkpoint(old)).toBe(at(1));

        // No reader ever sees a state without either.
        const seen = new Set<string | undefined>();
        let switched = false;
        const looking = (async () => {
          while (!switched || !seen.has('new')) {
            seen.add((await reader.active.get<Note>(notes, 'n1'))?.group);
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        await store.activate(next);
        // What is committed from now on goes to the new one alone, and nobody may miss it.
        expect((await reader.active.get<Note>(notes, 'n1'))?.group).toBe('new');
        switched = true;
        await looking;
        expect([...seen].filter((group) => group !== 'old' && group !== 'new')).toEqual([]);
        expect(ids(await store.active.query(notes, { where: { group: 'new' }, limit: 5 }))).toEqual(['n1', 'n2']);
        await expect(commitTo(old, 1, 2, [])).rejects.toThrow(StaleCheckpointError);
        await reader.close();
      });

      it('are all named, also half-built ones, and dropped with their documents and checkpoint, but not while active', async () => {
        const { model } = await prepared(put(note('n1', 'g1')));
        const trial = { ...model, generation: 'trial' };
        await store.activate(model);
        await store.prepare(trial);
        await commitTo(trial, 0, 3, put(note('n1', 'g1')));
        expect([...(await store.generations(model.model))].sort()).toEqual(['trial', 'v1']);
        await store.drop(trial);
        expect(await store.generations(model.model)).toEqual(['v1']);
        await store.prepare(trial);
        expect(await store.checkpoint(trial)).toBe('');
        expect(await store.at([trial]).get(model.collections[0]?.name ?? '', 'n1')).toBeUndefined();
        await expect(store.drop(model)).rejects.toThrow(/active/);
      });

      it('get an index that was declared later, over what is there', async () => {
        const { model, read, notes } = await prepared(
          put(note('n1', 'g1', { text: 'b' }), note('n2', 'g1', { text: 'a' })),
        );
        await expect(read.query(notes, { where: { text: 'a' }, limit: 1 })).rejects.toThrow(UnindexedQueryError);
        const wider = {
          ...model,
          collections: model.collections.map((each) => ({ ...each, indexes: [...each.indexes, ['text']] })),
        };
        await store.prepare(wider);
        expect(ids(await store.at([wider]).query(notes, { where: { text: 'a' }, limit: 1 }))).toEqual(['n2']);
        expect(await store.checkpoint(wider)).toBe(at(1));
      });
    });

    describe('changes', () => {
      it('are stored with the commit and read after a sequence, per audience (CQRS-05)', async () => {
        const { model } = await prepared();
        expect(await store.sequence('group-1')).toBe(0);
        await commitTo(model, 1, 3, [], {
          changes: [change('group-1', 1, 2), change('user-1', 1, 2), change('group-1', 2, 3)],
        });
        await commitTo(model, 3, 4, [], { changes: [change('group-1', 3, 4)] });
        expect(await store.sequence('group-1')).toBe(3);
        expect(await store.sequences(['group-1', 'user-1', 'group-none'])).toEqual(
          new Map([
            ['group-1', 3],
            ['user-1', 1],
            ['group-none', 0],
          ]),
        );
        expect(await store.changesAfter('group-1', 1, 10)).toEqual([change('group-1', 2, 3), change('group-1', 3, 4)]);
        expect(await store.changesAfter('group-1', 0, 2)).toEqual([change('group-1', 1, 2), change('group-1', 2, 3)]);
        expect(await store.changesAfter('group-1', 3, 10)).toEqual([]);
        expect(await store.changesAfter('group-none', 0, 10)).toEqual([]);
      });

      it('that are gone or never were are not passed over in silence', async () => {
        const { model } = await prepared();
        const total = 6_000;
        for (let done = 0; done < total; done += 1_000) {
          const changes = Array.from({ length: 1_000 }, (_, i) => change('group-busy', done + i + 1, done + i + 2));
          await commitTo(model, done + 1, done + 1_001, [], { changes });
        }
        expect(await store.sequence('group-busy')).toBe(total);
        expect(await store.changesAfter('group-busy', 0, 10)).toBeNull();
        expect((await store.changesAfter('group-busy', total - 5_000, 10_000))?.length).toBe(5_000);
        // The reader knows a later checkpoint than the store, which was recreated.
        expect(await store.changesAfter('group-busy', total + 1, 10)).toBeNull();
      });
    });

    it('keeps parked events until they are unparked (CQRS-06)', async () => {
      const { model } = await prepared();
      const { model: other } = await prepared();
      await commitTo(model, 1, 3, [], { park: [parkedEvent(model.model, 3), parkedEvent(model.model, 2)] });
      await commitTo(other, 1, 2, [], { park: [parkedEvent(other.model, 2)] });
      expect(await store.parked(model.model)).toEqual([parkedEvent(model.model, 2), parkedEvent(model.model, 3)]);
      expect((await store.parked()).map((each) => each.model)).toEqual(
        expect.arrayContaining([model.model, other.model]),
      );
      const again = { ...parkedEvent(model.model, 3), attempts: 2 };
      await commitTo(model, 3, 4, [], { park: [again], unpark: [{ model: model.model, position: at(2) }] });
      expect(await store.parked(model.model)).toEqual([again]);
    });

    it('gives a lease to one holder until it ends or is given back', async () => {
      expect(await store.lease('runner', 'one', 10_000)).toBe(true);
      expect(await store.lease('runner', 'two', 10_000)).toBe(false);
      expect(await store.lease('runner', 'one', 10_000)).toBe(true);
      expect(await store.lease('eraser', 'two', 10_000)).toBe(true);
      await lapse(10_001);
      expect(await store.lease('runner', 'two', 10_000)).toBe(true);
      await store.releaseLease('runner', 'one');
      expect(await store.lease('runner', 'one', 10_000)).toBe(false);
      await store.releaseLease('runner', 'two');
      expect(await store.lease('runner', 'one', 10_000)).toBe(true);
      expect([await store.lease('runner', 'two', 0), await store.lease('nobodys', 'two', 0)]).toEqual([false, true]);
      expect(await store.lease('nobodys', 'one', 10_000)).toBe(true);
      const rivals = await Promise.all(Array.from({ length: 8 }, (_, i) => store.lease('rivals', `r${i}`, 10_000)));
      expect(rivals.filter(Boolean)).toHaveLength(1);
    });

    it('gives a lease that ran out to one of those who want it at the same time, and its former holder loses it', async () => {
      const others = await Promise.all([open(), open()]);
      for (let round = 0; round < 10; round += 1) {
        const lease = `succession-${round}`;
        expect(await store.lease(lease, 'former', 10_000)).toBe(true);
        await lapse(10_001);
        const takers = [store, ...others].map((taker, i) => taker.lease(lease, `taker-${i}`, 10_000));
        const outcomes = await Promise.all([...takers, store.lease(lease, 'former', 10_000)]);
        expect(outcomes.filter(Boolean)).toHaveLength(1);
      }
      await Promise.all(others.map((other) => other.close()));
    }, 60_000);

    it('answers a ping and cleans up', async () => {
      await store.ping();
      await store.scrub();
    });
  });
};
