import type { Document, Query, ReadModels } from './read-store.ts';

/** A query and its cursor; the page size is given separately. */
export type PagedQuery = Omit<Query, 'limit'>;

/** A document's place in the order of a query. */
const placeOf = (document: Document, order: Query['order']): Query['after'] => {
  const value = order && document[order.field];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value, id: document.id }
    : { id: document.id };
};

/**
 * Reads all results of a query page by page, so that memory stays flat. Each page continues after the last document of the
 * previous one, so concurrent inserts and removals shift nothing and nothing comes twice.
 * @param size documents per page. No page is empty.
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
