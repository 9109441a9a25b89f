import type { Document, Query, ReadModels } from './read-store.ts';

/** What is asked for, and after which document; how much at once is said apart. */
export type PagedQuery = Omit<Query, 'limit'>;

/** The place of a document in the order of a query. */
const placeOf = (document: Document, order: Query['order']): Query['after'] => {
  const value = order && document[order.field];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value, id: document.id }
    : { id: document.id };
};

/**
 * All that a query finds, a page at a time, so that memory stays flat however much it is. Each page goes on after the last document
 * of the one before, wherever that is now: what is removed or put in meanwhile moves nothing, and nothing comes twice.
 * @param size documents of a page. No page is empty.
 * @throws ReadStoreUnavailableError
 */
export async function* pagesOf<D extends Document>(
  models: ReadModels,
  collection: string,
  query: PagedQuery,
  size: number,
): AsyncGenerator<readonly D[]> {
  for (let { after } = query; ; ) {
    const page: readonly D[] = await models.query<D>(collection, {
      ...query,
      limit: size,
      ...(after === undefined ? {} : { after }),
    });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < size) return;
    after = placeOf(last, query.order);
  }
}
