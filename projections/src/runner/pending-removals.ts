import type { Document, Write } from '@quorum/service-kit/ports/read-store.ts';
import { matches } from './collection-buffer.ts';

type Removal = Extract<Write, { readonly removeWhere: unknown }>;

/** Removals whose documents may still be in the store. Queries may show these, but no fold may see them: a rebuild would not. */
export class PendingRemovals {
  #removals: readonly Removal[] = [];

  add(writes: readonly Write[]): void {
    this.#removals = [...this.#removals, ...writes.filter((write) => 'removeWhere' in write)];
  }

  /** @returns which of the documents of a collection, read from now on, are not removed. */
  filterFor(collection: string): <D extends Document>(documents: readonly D[]) => readonly D[] {
    const removals = this.#removals.filter((removal) => removal.collection === collection);
    if (removals.length === 0) return (documents) => documents;
    return (documents) => documents.filter((each) => !removals.some(({ removeWhere }) => matches(each, removeWhere)));
  }

  /** Call this before a sweep. @returns what to call when nothing was left */
  beforeSweep(): () => void {
    const known = this.#removals;
    return () => {
      this.#removals = this.#removals.filter((removal) => !known.includes(removal));
    };
  }
}
