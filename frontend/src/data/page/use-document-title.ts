import { PRODUCT_NAME } from '@quorum/contracts/wire/limits.ts';
import { useEffect } from 'react';
import { setPageTitle } from './page-title.ts';

export const documentTitle = (title: string | undefined): string =>
  title === undefined || title === '' ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

/** Names the page after what it shows; wins over the title of its route. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(documentTitle(title));
  }, [title]);
}
