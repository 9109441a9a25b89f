import type { People } from './account.ts';

/**
 * Where a view finds what its thing names by id. There are two sources: documents, for queries and frames, and aggregates, for
 * responses to commands, which never wait for a projection.
 */
export type Joins = {
  readonly people: (ids: readonly string[]) => Promise<People>;
  readonly groups: (
    ids: readonly string[],
  ) => Promise<{ get(id: string): { readonly name: string | null } | undefined }>;
};

export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
