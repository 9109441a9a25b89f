import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';

let shown: string = PRODUCT_NAME;
let before = '';

const put = (): void => {
  document.title = `${before}${shown}`;
};

export const setPageTitle = (title: string): void => {
  shown = title;
  put();
};

/** What stands before the title, of whichever page. */
export const setTitlePrefix = (prefix: string): void => {
  before = prefix;
  put();
};
