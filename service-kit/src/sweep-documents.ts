import type { ReadStore } from './ports/read-store.ts';

/** Removes all documents that removals by fields left in the store. */
export const sweepDocuments = async (reads: Pick<ReadStore, 'sweep'>, signal?: AbortSignal): Promise<void> => {
  while ((await reads.sweep()) === 'documents') signal?.throwIfAborted();
};
