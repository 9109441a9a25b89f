import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { useEffect } from 'react';
import { setPageTitle } from './page-title.ts';

export const documentTitle = (title: string | undefined): string =>
  title === undefined || title === '' ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

/** Sets the page's title. It takes precedence over the title of the route. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(documentTitle(title));
  }, [title]);
}
