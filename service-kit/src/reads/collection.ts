import type { Index } from '../ports/generations.ts';

/** A collection by its indexes. `document` is the type of its documents; it holds no value. */
type Declared<D> = { readonly indexes: readonly Index[]; readonly document?: D };

export const collectionOf = <D>(...indexes: readonly Index[]): Declared<D> => ({ indexes });
