import type { Index } from '../ports/generations.ts';
import type { TermEntry } from '../ports/term-index.ts';

/**
 * Whose a collection's documents are, by the fields that say so. They go with their owner: a group's when it is deleted, a person's
 * when the account is deleted or erased, and what a member has for a group when they leave. `Download my data` holds those of the
 * first `person`. Fields other than `id` begin an index.
 */
export type Owner = {
  readonly group?: string;
  readonly person?: string | readonly string[];
  /** Each of a person's documents goes with an event of its own, not with the account, because something counts them. */
  readonly isCounted?: boolean;
  /** Not in `Download my data` as they are: a file of its own has them, or they repeat other documents or say nothing of the person. */
  readonly isApart?: boolean;
  /** The id of what a person has as a member of a group. */
  readonly member?: (userId: string, groupId: string) => string;
};

/** A collection by its owner and indexes. `document` is the type of its documents; it holds no value. */
export type Declared<D> = {
  readonly owner: Owner;
  readonly indexes: readonly Index[];
  readonly isTermIndex?: true;
  readonly document?: D;
};

/** Documents that outlive people and groups. The fold removes what has to go with them. */
export const NOBODY: Owner = {};

export const collectionOf = <D>(owner: Owner, ...indexes: readonly Index[]): Declared<D> => ({ owner, indexes });

/** A term index. `D` has what its owner names. */
export const termIndexOf = <D extends TermEntry>(owner: Owner, ...indexes: readonly Index[]): Declared<D> => ({
  owner,
  indexes,
  isTermIndex: true,
});
