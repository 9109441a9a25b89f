import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FetchedPreview } from '@quorum/contracts/ports/link-fetcher.ts';
import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';
import { Parser } from 'htmlparser2';
import { publicUrl } from './public-url.ts';

const MOST_TITLE = 300;
const MOST_DESCRIPTION = 500;
const MOST_SITE_NAME = 100;
/** Characters. How much is parsed before looking whether the head is over. */
const STEP = 4096;
/** Characters. How much is parsed before others get their turn. */
const STRETCH = 65_536;
/** Elements that are open at once. The parser looks through all of them for each tag, so they have to stay few. */
const MOST_DEPTH = 256;
/** Characters of the page's own title that are gathered at all. */
const MOST_TITLE_TEXT = 4096;

/** What an HTML page says of itself; `undefined` when that is nothing. `url` is where it was found. */
export const pagePreview = async (html: string, url: URL): Promise<FetchedPreview | undefined> => {
  const head = await headOf(html);
  const base = (head.base === undefined ? undefined : publicUrl(head.base, url)) ?? url;
  const text = (most: number, ...names: string[]): string | undefined =>
    names.map((name) => shortened(head.meta.get(name) ?? '', most)).find((found) => found !== '');
  const address = (candidates: readonly (string | undefined)[]): string | undefined =>
    candidates
      .map((candidate) => (candidate === undefined ? undefined : publicUrl(candidate.trim(), base)?.href))
      .find((found) => found !== undefined);

  const title = text(MOST_TITLE, 'og:title', 'twitter:title') ?? (shortened(head.title, MOST_TITLE) || undefined);
  const description = text(MOST_DESCRIPTION, 'og:description', 'twitter:description', 'description');
  const image = address(
    ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'].map((name) =>
      head.meta.get(name),
    ),
  );
  if (title === undefined && description === undefined && image === undefined) return undefined;

  const siteName = text(MOST_SITE_NAME, 'og:site_name', 'application-name');
  const favicon = address(head.icons.toSorted((a, b) => b.rank - a.rank).map(({ href }) => href));
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(siteName === undefined ? {} : { siteName }),
  };
};

type Head = {
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string;
  readonly base: string | undefined;
  readonly icons: readonly { readonly href: string; readonly rank: number }[];
};

const headOf = async (html: string): Promise<Head> => {
  const meta = new Map<string, string>();
  const icons: { href: string; rank: number }[] = [];
  let title = '';
  let inTitle = false;
  let titleSeen = false;
  let base: string | undefined;
  let depth = 0;
  let over = false;

  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > MOST_DEPTH) over = true;
      if (over) return;
      if (name === 'body') over = true;
      else if (name === 'title') inTitle = !titleSeen;
      else if (name === 'base') base ??= attributes.href;
      else if (name === 'meta') {
        const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase();
        if (key !== '' && attributes.content !== undefined && !meta.has(key)) meta.set(key, attributes.content);
      } else if (name === 'link' && attributes.href !== undefined) {
        const rank = iconRank(attributes);
        if (rank > 0 && icons.length < 50) icons.push({ href: attributes.href, rank });
      }
    },
    ontext: (text) => {
      if (inTitle && title.length < MOST_TITLE_TEXT) title += text;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'head') over = true;
      if (name === 'title' && inTitle) {
        inTitle = false;
        titleSeen = true;
      }
    },
  });
  for (let at = 0; at < html.length && !over; at += STEP) {
    if (at > 0 && at % STRETCH === 0) await nextTurn();
    parser.write(html.slice(at, at + STEP));
  }
  if (over) parser.reset();
  else parser.end();
  return { meta, title, base, icons };
};

/** Icons are copied as images later, so a raster image of some size comes before one that cannot be copied. */
const iconRank = ({ rel = '', type = '', href = '', sizes = '' }: Record<string, string>): number => {
  const relations = rel.toLowerCase().split(/\s+/);
  if (relations.includes('apple-touch-icon') || relations.includes('apple-touch-icon-precomposed')) return 3;
  if (!relations.includes('icon')) return 0;
  if (/svg|x-icon|vnd\.microsoft/i.test(type) || /\.(svg|ico)([?#]|$)/i.test(href)) return 1;
  return Number.parseInt(sizes, 10) >= 32 ? 4 : 2;
};

const shortened = (text: string, most: number): string => {
  const characters = [...cleanLine(text.slice(0, most * 8))];
  return characters.length <= most
    ? characters.join('')
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
};
