import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { useEffect } from 'react';

let shown: string = PRODUCT_NAME;
let before = '';

const put = (): void => {
  document.title = `${before}${shown}`;
};

export const setPageTitle = (title: string): void => {
  shown = title;
  put();
};

/** Put before the title of every page. */
export const setTitlePrefix = (prefix: string): void => {
  before = prefix;
  put();
};

export const documentTitle = (title: string | undefined): string =>
  title === undefined || title === '' ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

/** Sets the page's title. It takes precedence over the title of the route. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(documentTitle(title));
  }, [title]);
}
