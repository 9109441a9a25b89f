import type { Position } from './event-log.ts';
import type { Generations, ModelGeneration } from './generations.ts';
import type { Leases } from './leases.ts';
import type { ParkedEvent, ParkedEvents } from './parked-events.ts';
import type { TermIndex } from './term-index.ts';

export class ReadStoreUnavailableError extends Error {
  override readonly name = 'ReadStoreUnavailableError';
}

/** The commit was based on a checkpoint that is no longer the stored one: another runner is at work. */
export class StaleCheckpointError extends Error {
  override readonly name = 'StaleCheckpointError';
}

/** No declared index serves the query, so it would scan the whole collection. A bug in the program. */
export class UnindexedQueryError extends Error {
  override readonly name = 'UnindexedQueryError';
}

/** A value that JSON can carry. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

type JsonObject = { readonly [key: string]: Json | undefined };

export type Scalar = string | number | boolean;

export type Document = JsonObject & { readonly id: string };

export type Query = {
  /** Equality; an array means any of its values. */
  readonly where: { readonly [field: string]: Scalar | readonly Scalar[] };
  /** One range over an indexed field: `from` inclusive, `to` exclusive, `after` exclusive. */
  readonly range?: {
    readonly field: string;
    readonly from?: Scalar;
    readonly after?: Scalar;
    readonly to?: Scalar;
  };
  /** Further comparisons on the rows that the index finds. */
  readonly filter?: readonly {
    readonly field: string;
    readonly op: '<' | '<=' | '>' | '>=' | '=';
    readonly value: Scalar;
  }[];
  /**
   * Orders by one field, ties by id in the same direction, and omits documents without that field. By default: by id, ascending.
   */
  readonly order?: {
    readonly field: string;
    readonly direction: 'asc' | 'desc';
  };
  readonly limit: number;
  /** Few documents are expected, so that those of several values are better sorted than merged. Changes nothing in the answer. */
  readonly isSelective?: boolean;
  /** Continues after this document (its order field and id), in the direction of the order. */
  readonly after?: { readonly value?: Scalar; readonly id: string };
};

export interface ReadModels extends TermIndex {
  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, D>>;
  query<D extends Document>(collection: string, query: Query): Promise<readonly D[]>;
  /** Number of matching documents, counted up to `cap`. */
  count(collection: string, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Promise<number>;
}

export type Write =
  | { readonly collection: string; readonly put: Document }
  | { readonly collection: string; readonly remove: string }
  /**
   * Removes every document whose indexed fields match. If there are many, `sweep` removes the rest after the commit, with any that are
   * put until then: only what is gone for good is removed in such numbers.
   */
  | {
      readonly collection: string;
      readonly removeWhere: { readonly [field: string]: Scalar };
    };

/**
 * A change for clients: thin, without personal text. `sequence` counts from 1 without gaps within its audience
 * (`group-{id}` or `user-{id}`), so that a lost change is noticed.
 */
export type Change = {
  readonly audience: string;
  readonly sequence: number;
  readonly kind: string;
  readonly position: Position;
  /** Ids and small values for the gateway, by name. */
  readonly data: { readonly [name: string]: Scalar | null };
};

export type Commit = {
  readonly models: readonly ModelGeneration[];
  /** Checkpoint the batch was folded from. Must be the stored one of every named model. @throws StaleCheckpointError */
  readonly from: Position;
  readonly to: Position;
  /** Applied in this order. */
  readonly writes: readonly Write[];
  /** Only the live runner passes changes. They are stored so that a gateway can replay them. */
  readonly changes: readonly Change[];
  readonly park?: readonly ParkedEvent[];
  readonly unpark?: readonly {
    readonly model: string;
    readonly position: Position;
  }[];
};

export type Swept = 'documents' | 'generations' | 'nothing';

/** @typeParam Active how readers of the active generations are typed. A store itself knows no document types. */
export interface ReadStore<Active = ReadModels> {
  /** Reads from the active generations, following switch-overs. */
  readonly active: Active;

  /** Reads from the named generations. */
  at(models: readonly ModelGeneration[]): ReadModels;

  /**
   * Applies writes, checkpoint and changes as one transaction. Of several from one checkpoint, one wins. The next commit of a model
   * is issued when this one has resolved.
   * @returns whether its removals by fields left documents in the store
   * @throws ReadStoreUnavailableError if the outcome is unknown: read the checkpoint and continue from there.
   */
  commit(commit: Commit): Promise<boolean>;

  /** Last sequence assigned to an audience; 0 if none. */
  sequence(audience: string): Promise<number>;
  sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Stored changes of an audience after a sequence, oldest first; `null` if some have been removed already. */
  changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null>;

  /**
   * Removes some of what removals by fields and dropped generations left in the store: a commit of any size would hold up all others.
   * Several processes may call it.
   * @returns what it worked on: documents first, then generations; `nothing` if nothing was left
   */
  sweep(): Promise<Swept>;

  /**
   * Removes all that `sweep` would, and leaves no byte of a removed text in the files of an embedded store. Commits and reads go on.
   * Indexes may keep copies of removed entries, so none may hold a text. Files of a server are its operator's responsibility.
   * @throws ReadStoreUnavailableError
   */
  scrub(): Promise<void>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One engine of read models: documents, and everything that is committed or decided beside them. */
export type ReadEngine<Active = ReadModels> = ReadStore<Active> & Generations & ParkedEvents & Leases;
