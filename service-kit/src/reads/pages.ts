import type { Document, Query } from '../ports/read-store.ts';
import type { CollectionName, DocumentOf, Reads } from './collections.ts';

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
export async function* pagesOf<C extends CollectionName>(
  models: Pick<Reads, 'query'>,
  collection: C,
  query: PagedQuery,
  size: number,
): AsyncGenerator<readonly DocumentOf<C>[]> {
  for (let after = query.after; ; ) {
    const page = await models.query(collection, {
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
