import { PRODUCT_NAME } from '@quorum/contracts/kernel/limits.ts';
import { counted } from '../../shared/lib/counted.ts';

let shown: string = PRODUCT_NAME;
let unread = 0;

const put = (): void => {
  document.title = unread === 0 ? shown : `(${counted(unread)}) ${shown}`;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = unread === 0 ? '/favicon.svg' : '/favicon-unread.svg';
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
};

export const setPageTitle = (title: string): void => {
  shown = title;
  put();
};

/** The number of unread messages in the page's title and icon. */
export const setPageUnread = (count: number): void => {
  unread = count;
  put();
};
