/** A link within a text. `text.slice(start, end)` is what was written; `url` is the http(s) address it opens. */
export type FoundLink = { readonly start: number; readonly end: number; readonly url: string };

/** Top-level domains that make a bare domain (`example.com/path`) a link. */
const KNOWN_TLDS: ReadonlySet<string> = new Set(
  (
    'com org net edu gov mil int info biz name pro app dev io ai co me tv fm gg sh so to ly gl cc ws xyz online site store shop ' +
    'tech blog news page live club group team events space website link cloud media studio design agency zone world today ' +
    'us uk ca au nz ie de fr es it pt nl be at ch se no dk fi is pl cz sk hu ro bg gr hr si ee lv lt ua tr il ae sa za ng ke eg ' +
    'in pk bd lk cn hk tw jp kr sg my id th vn ph br mx ar cl pe ve ec uy eu asia'
  ).split(' '),
);

// Each alternative starts with a fixed word, and no character class contains the character that starts the next one, so matching
// is linear. An apostrophe belongs to an address only if the address continues after it. The wide punctuation of Chinese and
// Japanese ends an address.
const WITH_SCHEME =
  /https?:\/\/[^\s<>"'`\p{C}\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+(?:'(?=[\p{L}\p{N}_%&=/])[^\s<>"'`\p{C}\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+)*/giu;
const BARE =
  /[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:[/?#][^\s<>"'`\p{C}\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]*(?:'(?=[\p{L}\p{N}_%&=/])[^\s<>"'`\p{C}\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+)*)?/giu;
/** Every bare domain contains a dot. */
const DOT_WITHIN = /[a-z0-9-]\.[a-z0-9]/i;
const TRAILING = new Set([...'.,;:!?…*_~|\'"”’»']);
const PAIRS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_DOMAIN = 253;

const count = (text: string, character: string): number => text.split(character).length - 1;

/** Length of a link without trailing sentence punctuation. A closing bracket stays if it was opened within the link. */
const trimmedLength = (text: string, alsoTrailing = ''): number => {
  let end = text.length;
  // Count each kind of bracket once: a text with thousands of them must not be scanned thousands of times.
  const surplus = new Map([...PAIRS].map(([close, open]) => [close, count(text, close) - count(text, open)]));
  while (end > 0) {
    const last = text[end - 1] as string;
    const unopened = surplus.get(last);
    if (unopened !== undefined && unopened > 0) surplus.set(last, unopened - 1);
    else if (!TRAILING.has(last) && last !== alsoTrailing) break;
    end -= 1;
  }
  return end;
};

const hostOf = (authority: string): string => authority.split(/[/?#:]/, 1)[0] ?? '';

/** Endings that are words too: `ok.so we go` lacks a space. */
const WORD_TLD = /^[a-z]+\.(?:at|be|in|is|it|me|my|no|so|to|us)$/i;

const isKnownDomain = (candidate: string): boolean => {
  const host = hostOf(candidate);
  if (host.length > MAX_DOMAIN || WORD_TLD.test(candidate)) return false;
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    KNOWN_TLDS.has((labels.at(-1) as string).toLowerCase()) &&
    labels.every((label) => LABEL.test(label))
  );
};

const parsed = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? address : undefined;
};

const matchesOf = (text: string, pattern: RegExp): { readonly start: number; readonly raw: string }[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, raw: match[0] }));

const withScheme = (text: string): FoundLink[] =>
  matchesOf(text, WITH_SCHEME).flatMap(({ start, raw }) => {
    const written = raw.slice(0, trimmedLength(raw));
    const url = parsed(written);
    return url === undefined ? [] : [{ start, end: start + written.length, url }];
  });

/** A bare domain after one of these characters is part of something else: an address, a path or a longer word. */
const CONTINUES = /[\p{L}\p{N}@/\\.:_=&%+#-]$/u;

const bare = (text: string, taken: readonly FoundLink[]): FoundLink[] => {
  let next = 0;
  return matchesOf(text, BARE).flatMap(({ start, raw }) => {
    while (next < taken.length && (taken[next] as FoundLink).end <= start) next += 1;
    const overlapped = taken[next];
    if (overlapped !== undefined && overlapped.start < start + raw.length) return [];
    return domainAt(text, start, raw);
  });
};

/** The word at `start` as a link, if it is a domain. */
const domainAt = (text: string, start: number, raw: string): FoundLink[] => {
  // Cheap test first: most words contain no dot.
  const dot = raw.indexOf('.');
  if (dot < 0 || dot === raw.length - 1) return [];
  const written = raw.slice(0, trimmedLength(raw, '-'));
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text[start + raw.length];
  if (CONTINUES.test(before) || after === '@' || !isKnownDomain(written)) return [];
  const url = parsed(`https://${written}`);
  return url === undefined ? [] : [{ start, end: start + written.length, url }];
};

/**
 * Finds the links of a text, in order: http(s) URLs, and bare domains with a known top-level domain (opened with https). Excludes
 * trailing punctuation and the domains of e-mail addresses. Pure; linear in the length of the text.
 */
export const findLinks = (text: string): readonly FoundLink[] => {
  // Cheap test first: most messages have no link.
  if (!text.includes('://') && !DOT_WITHIN.test(text)) return [];
  const explicit = withScheme(text);
  const domains = bare(text, explicit);
  if (domains.length === 0) return explicit;
  return [...explicit, ...domains].sort((a, b) => a.start - b.start);
};
