import type { Position } from './event-log.ts';

/**
 * An entry of a term index, found by its terms within its scope and in the order of its id. Written like a document, in the commit of
 * its model; indexed fields of its collection remove it.
 */
export type TermEntry = {
  /** Position of an event. */
  readonly id: Position;
  readonly scope: string;
  /** Letters, digits and marks of any script, lower case, with `-` and `=`. Each once. */
  readonly terms: readonly string[];
};

export type TermQuery = {
  readonly scopes: readonly string[];
  /** An entry has all of these. */
  readonly terms: readonly string[];
  /** And one that begins like this. */
  readonly beginning?: string;
  /** Ids from this one on. */
  readonly from?: Position;
  /** Ids before this one. */
  readonly before?: Position;
  readonly limit: number;
};

export interface TermIndex {
  /** Ids of entries, the highest first. Touches the lists of the named scopes and no others. */
  find(collection: string, query: TermQuery): Promise<readonly Position[]>;
}

/** A term with its scope in front, as engines store it. */
export const scopedTerm = (scope: string, term: string): string => `${scope}:${term}`;
