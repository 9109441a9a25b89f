import { PRODUCT_NAME } from '@quorum/contracts/kernel/limits.ts';
import { counted } from '../../shared/lib/counted.ts';

let shown: string = PRODUCT_NAME;
let unread = 0;

const SEATS = '16 5 23.78 8.22 27 16 16 27 8.22 23.78 5 16 8.22 8.22'.split(' ');

/** The product's mark with a number, which has room for one digit. */
const numberedIcon = (count: number): string => {
  const seats = SEATS.flatMap((x, at) => (at % 2 === 0 ? `<circle cx="${x}" cy="${SEATS[at + 1]}" r="3.1"/>` : []));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>g{fill:#16161b}@media (prefers-color-scheme:dark){g{fill:#f3f3f6}}</style><g>${seats.join('')}</g><rect x="${count > 9 ? 9 : 13}" y="12" width="${count > 9 ? 23 : 19}" height="20" rx="8" fill="#d41c28"/><text x="${count > 9 ? 20.5 : 22.5}" y="27.5" fill="#fff" font-family="system-ui,sans-serif" font-size="16" font-weight="700" text-anchor="middle">${count > 9 ? '9+' : count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const put = (): void => {
  document.title = unread === 0 ? shown : `(${counted(unread)}) ${shown}`;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = unread === 0 ? '/favicon.svg' : numberedIcon(unread);
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
};

export const setPageTitle = (title: string): void => {
  shown = title;
  put();
};

/** The number of what concerns the user, in the page's title and icon and on the installed app. */
export const setPageUnread = (count: number): void => {
  unread = count;
  put();
  // Not in every browser, and refused where the app is not installed.
  void navigator.setAppBadge?.(count).catch(() => undefined);
};
