import type { Fold } from '@quorum/domain/decider.ts';
import type { Declared } from './collection.ts';

/** Something that views name by id: where its document is, and how it follows from its aggregate. */
type Kind<D, S> = {
  readonly collection: string;
  readonly stream: (id: string) => string;
  readonly fold: Fold<S>;
  /** Undefined if there is nothing to show, as when it was deleted. @param id for things that share a stream */
  readonly document: (state: S, id: string) => D | undefined;
};

/**
 * Where joins are read from. There are two: documents, for queries and frames, and aggregates, for responses to commands, which
 * never wait for a projection.
 */
export type Source = <D, S>(kind: Kind<D, S>, ids: readonly string[]) => Promise<ReadonlyMap<string, D>>;

/** A join, for both sources. The joins of a view are a table of these. */
export type Join<D> = (source: Source, ids: readonly string[]) => Promise<ReadonlyMap<string, D>>;

/** @param collections those of the thing, one of which is `collection`. */
export const join =
  <Cs extends { readonly [C in N]: Declared<unknown> }, N extends keyof Cs & string, S>(
    _collections: Cs,
    kind: Kind<NonNullable<Cs[N]['document']>, S> & { readonly collection: N },
  ): Join<NonNullable<Cs[N]['document']>> =>
  (source, ids) =>
    source(kind, ids);

export type JoinsOf<J> = {
  readonly [N in keyof J]: J[N] extends Join<infer D>
    ? (ids: readonly string[]) => Promise<ReadonlyMap<string, D>>
    : never;
};

/** A table of joins, read from one source. */
export const joinsFrom = <J extends { readonly [name: string]: Join<unknown> }>(source: Source, table: J): JoinsOf<J> =>
  Object.fromEntries(
    Object.entries(table).map(([name, read]) => [name, (ids: readonly string[]) => read(source, ids)]),
  ) as JoinsOf<J>;

export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
