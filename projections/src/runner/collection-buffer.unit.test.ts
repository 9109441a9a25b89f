import type { Document, Write } from '@quorum/service-kit/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import { CollectionBuffer } from './collection-buffer.ts';

const document = (id: string, group: string, text = ''): Document => ({ id, group, text });

const writesOf = (buffer: CollectionBuffer): readonly Write[] => {
  const writes: Write[] = [];
  buffer.drain(writes);
  return writes;
};

const load = (buffer: CollectionBuffer, ...stored: readonly Document[]): Promise<void> =>
  buffer.load(
    stored.map(({ id }) => id),
    async () => stored,
  );

describe('a buffer', () => {
  it('a buffer shows documents that the batch in flight wrote or removed before the store does', async () => {
    const buffer = new CollectionBuffer('messages', 10);
    buffer.put(document('a', 'x'));
    buffer.removeWhere({ group: 'y' });
    writesOf(buffer);
    expect(buffer.get('a')).toEqual(document('a', 'x'));
    // The store still has it, because the removal is in flight.
    await load(buffer, document('b', 'y'));
    expect(buffer.get('b')).toBeUndefined();
  });

  it('a buffer hides documents that earlier events removed while the previous commit is in flight', async () => {
    const buffer = new CollectionBuffer('messages', 10);
    buffer.removeWhere({ group: 'y' });
    await load(buffer, document('b', 'y'));
    expect(buffer.get('b')).toBeUndefined();
  });

  it('a buffer trusts the store again once the batch has landed', async () => {
    const buffer = new CollectionBuffer('messages', 10);
    buffer.removeWhere({ group: 'y' });
    writesOf(buffer);
    buffer.acknowledge();
    await load(buffer, document('b', 'y'));
    expect(buffer.get('b')).toEqual(document('b', 'y'));
  });

  it('a buffer ignores a read from before the batch landed', async () => {
    const buffer = new CollectionBuffer('messages', 10);
    buffer.removeWhere({ group: 'y' });
    writesOf(buffer);
    await buffer.load(['b'], async () => {
      buffer.acknowledge();
      return [document('b', 'y')];
    });
    expect(buffer.get('b')).toBeUndefined();
  });

  it('a buffer removes known documents by field, judging only their newest version', async () => {
    const buffer = new CollectionBuffer('messages', 10);
    await load(buffer, document('a', 'y'), document('b', 'y'), document('c', 'x'));
    buffer.put(document('a', 'x'));
    buffer.put(document('c', 'y'));
    buffer.removeWhere({ group: 'y' });
    expect([buffer.get('a'), buffer.get('b'), buffer.get('c')]).toEqual([document('a', 'x'), undefined, undefined]);
    buffer.put(document('b', 'y', 'again'));
    expect(writesOf(buffer)).toEqual([
      { collection: 'messages', removeWhere: { group: 'y' } },
      { collection: 'messages', put: document('a', 'x') },
      { collection: 'messages', remove: 'c' },
      { collection: 'messages', put: document('b', 'y', 'again') },
    ]);
  });

  it('a buffer leaves remembered documents to the removal of the store, however many they are', async () => {
    const buffer = new CollectionBuffer('messages', 3_000);
    await load(buffer, ...Array.from({ length: 2_000 }, (_, index) => document(`stored ${index}`, 'y')));
    buffer.put(document('new', 'y'));
    writesOf(buffer);
    buffer.acknowledge();
    buffer.removeWhere({ group: 'y' });
    expect(['stored 0', 'stored 1999', 'new'].map((id) => buffer.get(id))).toEqual([undefined, undefined, undefined]);
    expect(writesOf(buffer)).toEqual([{ collection: 'messages', removeWhere: { group: 'y' } }]);
  });

  it('a buffer combines stored matches with newer versions, whether the commit in flight has landed or not', async () => {
    const stored = [document('a', 'x'), document('b', 'x', 'old'), document('c', 'x'), document('e', 'x')];
    for (const lands of [false, true]) {
      const buffer = new CollectionBuffer('messages', 10);
      buffer.put(document('a', 'x', 'in flight'));
      buffer.removeWhere({ text: 'old' });
      buffer.put(document('d', 'x', 'in flight'));
      buffer.put(document('f', 'x', 'in flight'));
      buffer.put(document('e', 'y'));
      writesOf(buffer);
      buffer.put(document('d', 'x', 'new'));
      buffer.put(document('f', 'y'));
      const matching = await buffer.matching({ group: 'x' }, async () => {
        if (lands) buffer.acknowledge();
        return stored;
      });
      expect(matching.map(({ id, text }) => [id, text])).toEqual([
        ['a', 'in flight'],
        ['c', ''],
        ['d', 'new'],
      ]);
    }
  });

  it('a buffer refuses a read that was not declared', () => {
    expect(() => new CollectionBuffer('messages', 10).get('a')).toThrow('messages a was read without being declared');
  });

  it('a buffer drops documents that have not been used for long, between batches', async () => {
    const buffer = new CollectionBuffer('messages', 2);
    const known = () => ['a', 'b', 'c'].map((id) => buffer.has(id));
    await load(buffer, document('a', 'x'), document('b', 'x'), document('c', 'x'));
    buffer.trim();
    expect(known()).toEqual([true, true, true]);
    buffer.get('b');
    await load(buffer, document('d', 'x'));
    buffer.trim();
    expect(known()).toEqual([false, true, false]);
  });

  it('a buffer removes by the newest version only, even if it remembers an older one', async () => {
    const buffer = new CollectionBuffer('messages', 1);
    await load(buffer, document('a', 'y'));
    buffer.trim();
    buffer.put(document('a', 'x'));
    writesOf(buffer);
    buffer.acknowledge();
    buffer.removeWhere({ group: 'y' });
    expect(buffer.get('a')).toEqual(document('a', 'x'));
  });
});
