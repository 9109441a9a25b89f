import type { Position } from './event-log.ts';

/**
 * Fields of an index: equality fields first, the range or order field last. Every query must fit an index: its equality fields
 * are the index's first fields in any order, its range or order field the next.
 */
export type Index = readonly string[];

/** A collection of JSON documents and the indexes over their top-level scalar fields. */
export type Collection = {
  readonly name: string;
  readonly indexes: readonly Index[];
  /** Its documents are entries of a term index. Only their ids can be read. */
  readonly isTermIndex?: true;
};

/** One build of one model's documents. A new generation is built beside the active one, which it then replaces. */
export type ModelGeneration = {
  readonly model: string;
  readonly generation: string;
  readonly collections: readonly Collection[];
};

/** Builds of models. Readers see one build of each. */
export interface Generations {
  /** Creates missing collections and indexes of a generation. Its checkpoint starts before the first event. */
  prepare(model: ModelGeneration): Promise<void>;

  /** The generation that readers of a model see; `undefined` if none is active yet. */
  activeGeneration(model: string): Promise<string | undefined>;

  /** Every generation of a model that was prepared and not dropped, unfinished builds included; unordered. */
  generations(model: string): Promise<readonly string[]>;

  /**
   * Switches every reader of a model to a generation before it resolves, and drops the model's others.
   * @param options.indexesLater postpones the indexes. A read that needs one makes it, and `prepare` makes the rest.
   */
  activate(model: ModelGeneration, options?: { readonly indexesLater?: boolean }): Promise<void>;

  /** Drops an inactive generation and its checkpoint. */
  drop(model: ModelGeneration): Promise<void>;

  checkpoint(model: ModelGeneration): Promise<Position>;
}
