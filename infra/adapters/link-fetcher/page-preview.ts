import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';
import type { FetchedPreview } from '@quorum/service-kit/ports/link-fetcher.ts';
import { Parser } from 'htmlparser2';
import { publicUrl } from './public-url.ts';

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 500;
const MAX_SITE_NAME = 100;
/** Characters parsed between checks whether the head is over. */
const PARSED_AT_ONCE = 4096;
/** Characters parsed before yielding to other work. */
const PARSED_PER_TURN = 65_536;
/** Maximum open elements. The parser searches all of them for each tag. */
const MAX_DEPTH = 256;
/** Maximum characters of the page's title. */
const MAX_TITLE_TEXT = 4096;

/** Reads the metadata of an HTML page; `undefined` if it has none. `url` is the page's address. */
export const pagePreview = async (html: string, url: URL): Promise<FetchedPreview | undefined> => {
  const head = await headOf(html);
  const base = (head.base === undefined ? undefined : publicUrl(head.base, url)) ?? url;
  const text = (max: number, ...names: string[]): string | undefined =>
    names.map((name) => shortened(head.meta.get(name) ?? '', max)).find((found) => found !== '');

  const title = text(MAX_TITLE, 'og:title', 'twitter:title') ?? (shortened(head.title, MAX_TITLE) || undefined);
  const description = text(MAX_DESCRIPTION, 'og:description', 'twitter:description', 'description');
  const image = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']
    .flatMap((name) => head.meta.get(name) ?? [])
    .map((address) => publicUrl(address.trim(), base)?.href)
    .find((found) => found !== undefined);
  if (title === undefined && description === undefined && image === undefined) return undefined;

  const siteName = text(MAX_SITE_NAME, 'og:site_name', 'application-name');
  const found = Object.entries({ title, description, image, siteName });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as FetchedPreview;
};

type Head = {
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string;
  readonly base: string | undefined;
};

const headOf = async (html: string): Promise<Head> => {
  const meta = new Map<string, string>();
  let title = '';
  let inTitle = false;
  let titleSeen = false;
  let base: string | undefined;
  let depth = 0;
  let over = false;

  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > MAX_DEPTH) over = true;
      if (over) return;
      switch (name) {
        case 'body':
          over = true;
          return;
        case 'title':
          inTitle = !titleSeen;
          return;
        case 'base':
          base ??= attributes.href;
          return;
        case 'meta':
          return addMeta(meta, attributes);
        default:
      }
    },
    ontext: (text) => {
      if (inTitle && title.length < MAX_TITLE_TEXT) title += text;
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
  for (let at = 0; at < html.length && !over; at += PARSED_AT_ONCE) {
    if (at > 0 && at % PARSED_PER_TURN === 0) await nextTurn();
    parser.write(html.slice(at, at + PARSED_AT_ONCE));
  }
  if (over) parser.reset();
  else parser.end();
  return { meta, title, base };
};

type Attributes = Readonly<Record<string, string>>;

/** The first value of a name counts. */
const addMeta = (meta: Map<string, string>, { property, name, content }: Attributes): void => {
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (key !== '' && content !== undefined && !meta.has(key)) meta.set(key, content);
};

const shortened = (text: string, max: number): string => {
  const characters = [...cleanLine(text.slice(0, max * 8))];
  return characters.length <= max
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};
