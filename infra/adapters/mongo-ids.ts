import type { Collection } from 'mongodb';

/** Few enough for a slow server to answer in time. */
const PAGE_SIZE = 10_000;

type Part = {
  /** How many ids at most; by default all. */
  readonly limit?: number;
  /** How many are asked for at once. */
  readonly page?: number;
  /** Only those after this one. */
  readonly after?: string | undefined;
};

/**
 * The first ids of a collection, in order. There may be millions, so each page is a separate query.
 * @param ask limits the time of a query.
 */
export const idsOf = async (
  collection: Pick<Collection<{ readonly _id: string }>, 'find'>,
  ask: <T>(question: () => Promise<T>) => Promise<T>,
  { limit = Number.POSITIVE_INFINITY, page = PAGE_SIZE, after = '' }: Part,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  while (ids.length < limit) {
    const max = Math.min(page, limit - ids.length);
    const behind = { _id: { $gt: ids.at(-1) ?? after } };
    const found = await ask(() =>
      collection.find(behind, { projection: { _id: 1 }, sort: { _id: 1 }, limit: max }).toArray(),
    );
    for (const { _id } of found) ids.push(_id);
    if (found.length < max) break;
  }
  return ids;
};
