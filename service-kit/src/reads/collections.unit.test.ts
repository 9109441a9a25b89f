import { describe, expect, expectTypeOf, it } from 'vitest';
import { indexedFields } from '../ports/index-choice.ts';
import { collectionOf } from './collection.ts';
import { collections, type DocumentOf, type Reads } from './collections.ts';
import type { EntryDocument } from './entry.ts';

declare const reads: Reads;

/** Ids, times, orders and kinds. `emoji` is one character, `start` are two of a name, `occurrence` a date, `lastStart` a time. */
const TEXTLESS =
  /^(id|\w+Id|subject|\w*(Key|Kind)|kind|state|status|rank|deletedBy|emoji|start|lastStart|at|by|occurrence|order|scope|\w+(At|Position))$/;

it('no index of a collection holds a text, because SQLite keeps copies of removed entries of an index (SAFE-01)', () => {
  const fields = Object.values(collections).flatMap(indexedFields);
  expect(fields.filter((field) => !TEXTLESS.test(field))).toEqual([]);
});

describe('reading a collection', () => {
  it('reading a collection returns the documents of that collection', () => {
    expectTypeOf(() => reads.get('entries', 'e1')).returns.resolves.toEqualTypeOf<EntryDocument | undefined>();
    expectTypeOf<DocumentOf<'entries'>>().toEqualTypeOf<EntryDocument>();
  });

  it('reading a collection does not compile as another type or under an unknown name', () => {
    // @ts-expect-error A message is no entry.
    const entry = (): Promise<EntryDocument | undefined> => reads.get('messages', 'e1');
    // @ts-expect-error A caller cannot choose the type.
    const chosen = () => reads.get<EntryDocument>('messages', 'e1');
    // @ts-expect-error No collection has this name.
    const unknown = () => reads.query('entry', { where: {}, limit: 1 });
    expectTypeOf([entry, chosen, unknown]).toBeArray();
  });

  it('reading a collection that names no owner does not compile', () => {
    // @ts-expect-error Removal, erasure and `Download my data` follow from the owner.
    const ownerless = () => collectionOf<EntryDocument>(['creatorId']);
    expectTypeOf(ownerless).toBeFunction();
  });
});
