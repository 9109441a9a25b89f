import type { Document, Write } from '@quorum/contracts/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import { Shelf } from './shelf.ts';

const document = (id: string, group: string, text = ''): Document => ({ id, group, text });

const writesOf = (shelf: Shelf): readonly Write[] => {
  const writes: Write[] = [];
  shelf.takeOff(writes);
  return writes;
};

const load = (shelf: Shelf, ...stored: readonly Document[]): Promise<void> =>
  shelf.load(
    stored.map(({ id }) => id),
    async () => new Map(stored.map((each) => [each.id, each])),
  );

describe('a shelf', () => {
  it('sees what the batch in flight wrote, and removed, before the store does', async () => {
    const shelf = new Shelf('messages', 10);
    shelf.put(document('a', 'x'));
    shelf.removeWhere({ group: 'y' });
    writesOf(shelf);
    expect(shelf.get('a')).toEqual(document('a', 'x'));
    // The store still has it: the removal is on its way.
    await load(shelf, document('b', 'y'));
    expect(shelf.get('b')).toBeUndefined();
  });

  it('sees what the events before removed while the commit before is in flight', async () => {
    const shelf = new Shelf('messages', 10);
    shelf.removeWhere({ group: 'y' });
    await load(shelf, document('b', 'y'));
    expect(shelf.get('b')).toBeUndefined();
  });

  it('believes the store again once the batch has landed', async () => {
    const shelf = new Shelf('messages', 10);
    shelf.removeWhere({ group: 'y' });
    writesOf(shelf);
    shelf.landed();
    await load(shelf, document('b', 'y'));
    expect(shelf.get('b')).toEqual(document('b', 'y'));
  });

  it('does not believe an answer that was given before the batch landed', async () => {
    const shelf = new Shelf('messages', 10);
    shelf.removeWhere({ group: 'y' });
    writesOf(shelf);
    await shelf.load(['b'], async () => {
      shelf.landed();
      return new Map([['b', document('b', 'y')]]);
    });
    expect(shelf.get('b')).toBeUndefined();
  });

  it('removes by field what it knows, by its newest version alone', async () => {
    const shelf = new Shelf('messages', 10);
    await load(shelf, document('a', 'y'), document('b', 'y'), document('c', 'x'));
    shelf.put(document('a', 'x'));
    shelf.put(document('c', 'y'));
    shelf.removeWhere({ group: 'y' });
    expect([shelf.get('a'), shelf.get('b'), shelf.get('c')]).toEqual([document('a', 'x'), undefined, undefined]);
    shelf.put(document('b', 'y', 'again'));
    expect(writesOf(shelf)).toEqual([
      { collection: 'messages', removeWhere: { group: 'y' } },
      { collection: 'messages', put: document('a', 'x') },
      { collection: 'messages', remove: 'c' },
      { collection: 'messages', put: document('b', 'y', 'again') },
    ]);
  });

  it('finds what matches over what is stored', () => {
    const shelf = new Shelf('messages', 10);
    shelf.put(document('a', 'x', 'new'));
    shelf.removeWhere({ text: 'old' });
    shelf.put(document('d', 'x'));
    const stored = [document('a', 'x'), document('b', 'x', 'old'), document('c', 'x')];
    expect(shelf.matching({ group: 'x' }, stored).map(({ id, text }) => [id, text])).toEqual([
      ['a', 'new'],
      ['c', ''],
      ['d', ''],
    ]);
  });

  it('refuses a read that was not declared', () => {
    expect(() => new Shelf('messages', 10).get('a')).toThrow('messages a was read without being declared');
  });

  it('forgets what was not used for long, between batches', async () => {
    const shelf = new Shelf('messages', 2);
    const known = () => ['a', 'b', 'c'].map((id) => shelf.has(id));
    await load(shelf, document('a', 'x'), document('b', 'x'), document('c', 'x'));
    shelf.trim();
    expect(known()).toEqual([true, true, true]);
    shelf.get('b');
    await load(shelf, document('d', 'x'));
    shelf.trim();
    expect(known()).toEqual([false, true, false]);
  });

  it('removes by field the newest version alone, also when it remembers an older one', async () => {
    const shelf = new Shelf('messages', 1);
    await load(shelf, document('a', 'y'));
    shelf.trim();
    shelf.put(document('a', 'x'));
    writesOf(shelf);
    shelf.landed();
    shelf.removeWhere({ group: 'y' });
    expect(shelf.get('a')).toEqual(document('a', 'x'));
  });
});
