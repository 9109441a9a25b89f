import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { Owner } from '@quorum/service-kit/reads/collection.ts';
import { type CollectionName, type DocumentOf, ownerOf } from '@quorum/service-kit/reads/collections.ts';

/** The documents requested with `reads`; `undefined` for a missing one. */
export type Reader = <C extends CollectionName>(collection: C, id: string) => DocumentOf<C> | undefined;

export type Ref = { readonly collection: CollectionName; readonly id: string };

/** Equality over fields of one of the collection's indexes. */
export type Where = { readonly [field: string]: string };

/** Writes documents that depend only on the event (and its `reads`), not on what was there before. */
export type PutStep<E> = {
  readonly step: 'put';
  readonly collection: CollectionName;
  readonly reads: ((event: E) => readonly Ref[]) | undefined;
  readonly documents: (event: E, read: Reader) => readonly DocumentOf<CollectionName>[];
};

/**
 * Folds one document. Receives `undefined` if it does not exist; returning `null` deletes it, and the same object leaves it
 * unchanged.
 */
export type FoldStep<E> = {
  readonly step: 'fold';
  readonly collection: CollectionName;
  readonly id: (event: E) => string;
  readonly reads: ((event: E) => readonly Ref[]) | undefined;
  readonly fold: (
    document: DocumentOf<CollectionName> | undefined,
    event: E,
    read: Reader,
  ) => DocumentOf<CollectionName> | null;
};

export type RemoveStep<E> = {
  readonly step: 'remove';
  readonly collection: CollectionName;
  readonly id: (event: E) => string;
};

export type RemoveWhereStep<E> = {
  readonly step: 'removeWhere';
  readonly collection: CollectionName;
  readonly where: (event: E) => Where;
};

/** Folds every matching document. Costs a query, so for rare events only. */
export type FoldWhereStep<E> = {
  readonly step: 'foldWhere';
  readonly collection: CollectionName;
  readonly where: (event: E) => Where;
  readonly fold: (document: DocumentOf<CollectionName>, event: E) => DocumentOf<CollectionName> | null;
};

/**
 * The effect of one event on one collection. All steps of an event see the documents as they were before it; their results are then
 * applied in order.
 */
export type Step<E> = PutStep<E> | FoldStep<E> | RemoveStep<E> | RemoveWhereStep<E> | FoldWhereStep<E>;

export type Handlers = { readonly [T in EventType]?: readonly Step<EventOf<T>>[] };

/**
 * A projection as a pure fold. It reads only documents of its own collections, so that rebuilding it alone gives the same bytes,
 * however fast the others run.
 */
export type Model = {
  readonly name: string;
  /** Raise it whenever a fold or a document's shape changes. The model is then rebuilt from the first event. */
  readonly version: number;
  readonly collections: readonly CollectionName[];
  /** The steps of each event that it folds. An event of unknown type in a stream with such events is parked. */
  readonly on: Handlers;
};

type OfAccount = { readonly data: { readonly userId: string } };

/**
 * Removes the texts of a deleted account, and again once the keys are destroyed: while its texts are readable, an event parked
 * before the deletion may still be folded after it.
 */
export const onErasure = (
  ...steps: readonly Step<OfAccount>[]
): Pick<Handlers, 'AccountDeleted' | 'AccountErased'> => ({
  AccountDeleted: steps,
  AccountErased: steps,
});

type OfGroup = { readonly data: { readonly groupId: string } };

type Removals = Pick<Handlers, 'GroupDeleted' | 'MemberLeft' | 'MemberRemoved' | 'AccountDeleted' | 'AccountErased'>;

const removeOwned = <E>(collection: CollectionName, field: string, owner: (event: E) => string): Step<E> =>
  field === 'id' ? remove(collection, owner) : removeWhere(collection, (event: E) => ({ [field]: owner(event) }));

/** The fields that name the people with whom a document goes. */
const peopleFields = ({ person = [], isCounted = false }: Owner): readonly string[] =>
  isCounted ? [] : [person].flat();

/** Removes the documents of a collection with their owner. */
const withOwner = (collection: CollectionName): Removals => {
  const { group, member, ...owner } = ownerOf(collection);
  const ofGroup = group === undefined ? [] : [removeOwned(collection, group, ({ data }: OfGroup) => data.groupId)];
  const ofMember =
    member === undefined
      ? []
      : [remove<OfGroup & OfAccount>(collection, ({ data }) => member(data.userId, data.groupId))];
  const ofPerson = peopleFields(owner).map((field) =>
    removeOwned(collection, field, ({ data }: OfAccount) => data.userId),
  );
  return {
    ...(ofGroup.length > 0 ? { GroupDeleted: ofGroup } : {}),
    ...(ofMember.length > 0 ? { MemberLeft: ofMember, MemberRemoved: ofMember } : {}),
    ...(ofPerson.length > 0 ? onErasure(...ofPerson) : {}),
  };
};

/** A model whose documents go with the owners of their collections. `on` folds everything else. */
export const model = <const M extends Model>(given: M): M & { readonly on: Removals } => ({
  ...given,
  on: together(given.on, ...given.collections.map(withOwner)),
});

/** The events that handlers, or any of several, fold. */
export type EventsOf<H> = H extends unknown ? Extract<keyof H, EventType> : never;

/** Several parts of one model. An event that several of them fold goes through their steps in this order. */
export const together = <P extends readonly Handlers[]>(...parts: P): Pick<Handlers, EventsOf<P[number]>> => {
  const steps: Record<string, Step<never>[]> = {};
  for (const part of parts)
    for (const [type, own] of Object.entries(part))
      steps[type] = [...(steps[type] ?? []), ...(own as readonly Step<never>[])];
  return steps as Handlers;
};

type Untyped = DocumentOf<CollectionName>;

export const putAll = <C extends CollectionName, E>(
  collection: C,
  documents: (event: E, read: Reader) => readonly DocumentOf<C>[],
  reads?: (event: NoInfer<E>) => readonly Ref[],
): Step<E> => ({ step: 'put', collection, documents, reads });

export const put = <C extends CollectionName, E>(collection: C, document: (event: E) => DocumentOf<C>): Step<E> =>
  putAll(collection, (event: E) => [document(event)]);

export const fold = <C extends CollectionName, E>(
  collection: C,
  id: (event: NoInfer<E>) => string,
  change: (document: DocumentOf<C> | undefined, event: E, read: Reader) => DocumentOf<C> | null,
  reads?: (event: NoInfer<E>) => readonly Ref[],
): Step<E> => ({ step: 'fold', collection, id, reads, fold: change as FoldStep<E>['fold'] });

/** Changes an existing document. Events about erased things find none and change nothing. */
export const change = <C extends CollectionName, E>(
  collection: C,
  id: (event: NoInfer<E>) => string,
  to: (document: DocumentOf<C>, event: E) => DocumentOf<C> | null,
): Step<E> => fold(collection, id, (document, event: E) => (document === undefined ? null : to(document, event)));

export const remove = <E>(collection: CollectionName, id: (event: NoInfer<E>) => string): Step<E> => ({
  step: 'remove',
  collection,
  id,
});

export const removeWhere = <E>(collection: CollectionName, where: (event: E) => Where): Step<E> => ({
  step: 'removeWhere',
  collection,
  where,
});

/** For few documents, because one commit writes them all. */
export const changeWhere = <C extends CollectionName, E>(
  collection: C,
  where: (event: E) => Where,
  to: (document: DocumentOf<C>, event: E) => DocumentOf<C> | null,
): Step<E> => ({ step: 'foldWhere', collection, where, fold: to as (document: Untyped, event: E) => Untyped | null });
