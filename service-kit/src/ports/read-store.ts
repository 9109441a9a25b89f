import type { Position } from './event-log.ts';
import type { JsonObject } from './json.ts';

export class ReadStoreUnavailableError extends Error {
  override readonly name = 'ReadStoreUnavailableError';
}

/** The commit was made from a checkpoint that is not the stored one: another runner is at work. */
export class StaleCheckpointError extends Error {
  override readonly name = 'StaleCheckpointError';
}

/** No declared index serves the query; it would have to read the whole collection. A fault of the program. */
export class UnindexedQueryError extends Error {
  override readonly name = 'UnindexedQueryError';
}

export type Scalar = string | number | boolean;

export type Document = JsonObject & { readonly id: string };

/**
 * Fields of an index: those matched for equality first, the ordered or ranged one last. Every query must fit an index
 * (its equality fields are the index's first fields in any order, its range or order field the next one).
 */
export type Index = readonly string[];

/** A collection of JSON documents and the indexes over their top-level scalar fields. */
export type Collection = {
  readonly name: string;
  readonly indexes: readonly Index[];
};

export type Query = {
  /** Equality; an array means one of its values. */
  readonly where: { readonly [field: string]: Scalar | readonly Scalar[] };
  /** One range over an indexed field: `from` inclusive, `to` exclusive, `after` exclusive. */
  readonly range?: {
    readonly field: string;
    readonly from?: Scalar;
    readonly after?: Scalar;
    readonly to?: Scalar;
  };
  /** Further comparisons checked on the rows that the index finds. */
  readonly filter?: readonly {
    readonly field: string;
    readonly op: '<' | '<=' | '>' | '>=' | '=';
    readonly value: Scalar;
  }[];
  /** Order by one field, ties by id in the same direction; documents without that field are left out. Without it: by id, ascending. */
  readonly order?: {
    readonly field: string;
    readonly direction: 'asc' | 'desc';
  };
  readonly limit: number;
  /** Continue after this document (its order field and id), in the direction of the order. */
  readonly after?: { readonly value?: Scalar; readonly id: string };
};

export interface ReadModels {
  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, D>>;
  query<D extends Document>(collection: string, query: Query): Promise<readonly D[]>;
  /** How many documents match, counted up to `cap`. */
  count(collection: string, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Promise<number>;
}

export type Write =
  | { readonly collection: string; readonly put: Document }
  | { readonly collection: string; readonly remove: string }
  /** Removes every document whose indexed fields match. */
  | {
      readonly collection: string;
      readonly removeWhere: { readonly [field: string]: Scalar };
    };

/**
 * A change that clients must hear of: thin, without personal text. `sequence` counts from 1 without a gap within its
 * audience (`group-{id}` or `user-{id}`), so that a lost one is found.
 */
export type Change = {
  readonly audience: string;
  readonly sequence: number;
  readonly kind: string;
  readonly position: Position;
  /** Ids and small values the gateway needs, by name. */
  readonly data: { readonly [name: string]: Scalar };
};

/** Kept by (model, position): parking the same event again replaces the entry. `model` names the generation too, `{model}@{generation}`. */
export type ParkedEvent = {
  readonly model: string;
  readonly position: Position;
  /** Position of the event before it in the log: a reader that starts there meets this one first. */
  readonly after: Position;
  readonly stream: string;
  readonly eventId: string;
  readonly type: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
};

/** One model's documents in one build of them. A new generation is built beside the active one and then switched to. */
export type ModelGeneration = {
  readonly model: string;
  readonly generation: string;
  readonly collections: readonly Collection[];
};

export type Commit = {
  readonly models: readonly ModelGeneration[];
  /** Checkpoint the batch was folded from; must be the stored one of every model named. @throws StaleCheckpointError */
  readonly from: Position;
  readonly to: Position;
  /** Carried out in this order. */
  readonly writes: readonly Write[];
  /** Only the live runner gives changes; they are stored so that a gateway can replay them. */
  readonly changes: readonly Change[];
  readonly park?: readonly ParkedEvent[];
  readonly unpark?: readonly {
    readonly model: string;
    readonly position: Position;
  }[];
};

export interface ReadStore {
  /** Reads of the active generations; a switch-over is followed by itself. */
  readonly active: ReadModels;

  /** Reads of the named generations. */
  at(models: readonly ModelGeneration[]): ReadModels;

  /** Makes the collections and indexes of a generation if they are missing. Its checkpoint starts before the first event. */
  prepare(model: ModelGeneration): Promise<void>;

  /** Generation that readers of a model see; `undefined` when none was activated yet. */
  activeGeneration(model: string): Promise<string | undefined>;

  /** Every generation of a model that was prepared and not dropped, also one whose build was broken off; in no order. */
  generations(model: string): Promise<readonly string[]>;

  /** Switches the readers of a model to a generation at once, and drops the model's other generations. */
  activate(model: ModelGeneration): Promise<void>;

  /** Drops a generation that is not active, with its checkpoint. */
  drop(model: ModelGeneration): Promise<void>;

  checkpoint(model: ModelGeneration): Promise<Position>;

  /**
   * Writes, checkpoint and changes as one. An engine without transactions notes the whole commit first, writes the
   * checkpoint last, and finishes a noted commit before it answers anything of it; so a repeat after a crash gives the same
   * documents and the same sequences. Commits may be given before the former ones resolved; they are carried out in order.
   * @throws ReadStoreUnavailableError when the outcome is unknown: read the checkpoint and go on from there.
   */
  commit(commit: Commit): Promise<void>;

  /** Last sequence given to an audience; 0 when none. */
  sequence(audience: string): Promise<number>;
  sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Stored changes of an audience after a sequence, oldest first; `null` when they are no longer all there. */
  changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null>;

  parked(model?: string): Promise<readonly ParkedEvent[]>;

  /**
   * Takes or renews a named lease. @param ttl milliseconds; 0 only tells whether somebody else has it.
   * @returns whether `holder` has it now.
   */
  lease(name: string, holder: string, ttl: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;

  /**
   * Makes removed bytes unreadable in the store's own files now (write-ahead log, free pages), not at the next housekeeping.
   * Costs a rewrite of an embedded store, in which commits wait and reads do not; so several calls share one, and a call may
   * wait for it. Files of a server are its operator's matter.
   */
  scrub(): Promise<void>;

  ping(): Promise<void>;
  close(): Promise<void>;
}
