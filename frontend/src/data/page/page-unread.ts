import { badgeCount } from '../../shared/lib/badge-count.ts';
import { setTitlePrefix } from './page-title.ts';

const SEATS = '16 5 23.78 8.22 27 16 16 27 8.22 23.78 5 16 8.22 8.22'.split(' ');

const seats = SEATS.flatMap((x, at) => (at % 2 === 0 ? `<circle cx="${x}" cy="${SEATS[at + 1]}" r="3.1"/>` : []));

/** The address of the product's mark with a number, which has room for one digit. */
const numberedIcon = (count: number): string => {
  const [text, left] = count > 9 ? ['9+', 9] : [String(count), 13];
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    '<style>g{fill:#16161b}@media (prefers-color-scheme:dark){g{fill:#f3f3f6}}</style>',
    `<g>${seats.join('')}</g>`,
    `<rect x="${left}" y="12" width="${32 - left}" height="20" rx="8" fill="#d41c28"/>`,
    `<text x="${(left + 32) / 2}" y="27.5" fill="#fff" font-family="system-ui,sans-serif" font-size="16" font-weight="700" text-anchor="middle">${text}</text>`,
    '</svg>',
  ];
  return `data:image/svg+xml,${encodeURIComponent(svg.join(''))}`;
};

/** The number of what concerns the user, in the page's title and icon and on the installed app. */
export const setPageUnread = (count: number): void => {
  setTitlePrefix(count === 0 ? '' : `(${badgeCount(count)}) `);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = count === 0 ? '/favicon.svg' : numberedIcon(count);
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  // Not in every browser, and refused where the app is not installed.
  navigator.setAppBadge?.(count).catch(() => undefined);
};
