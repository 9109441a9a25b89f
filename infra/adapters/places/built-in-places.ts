import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Places } from '@quorum/service-kit/ports/places.ts';
import { type AddressReading, readAddress } from './address-query.ts';

type Place = {
  readonly name: string;
  readonly state: string;
  /** Forms of the name for prefix matching. */
  readonly keys: readonly string[];
};

/** In the same folder as this module, both in the source tree and in the bundle. */
const data = new URL('us-places.txt.br', import.meta.url);
const decompress = promisify(brotliDecompress);

const MAX_QUERY = 200;

/** Lower case, without accents, dots and apostrophes. The first test is a fast path for plain names. */
const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (/^[a-z]+(?: [a-z]+)*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\p{M}.'‘’ʻ]/gu, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
};

const OTHER_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bst(?= )/, 'saint'],
  [/\bsaint(?= )/, 'st'],
  [/\bfort(?= )/, 'ft'],
  [/\bmount(?= )/, 'mt'],
];
const HAS_OTHER_FORM = /\b(?:st|saint|fort|mount) /;

const keysOf = (name: string): string[] => {
  const key = fold(name);
  if (!HAS_OTHER_FORM.test(key)) return [key];
  return [key, ...OTHER_FORMS.filter(([form]) => form.test(key)).map(([form, other]) => key.replace(form, other))];
};

const readPlaces = (lines: string): Place[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const comma = line.lastIndexOf(', ');
      const name = line.slice(0, comma);
      return { name, state: line.slice(comma + 2), keys: keysOf(name) };
    });

const line = (place: Place, { street, zip }: AddressReading): string =>
  `${street === '' ? '' : `${street}, `}${place.name}, ${place.state}${zip === '' ? '' : ` ${zip}`}`;

const isOfState = ({ state }: Place, { states }: AddressReading): boolean => states === undefined || states.has(state);

/** Places in data order, largest first. Names that start with the text come before those with a later word that does. */
const matches = (places: readonly Place[], reading: AddressReading, limit: number): string[] => {
  const typed = fold(reading.place);
  if (typed === '') return [];
  const inner = ` ${typed}`;
  const has = ({ keys }: Place): boolean => keys.some((key) => key.includes(inner));
  const begins = ({ keys }: Place): boolean => keys.some((key) => key.startsWith(typed));
  const beginning: string[] = [];
  const within: string[] = [];
  for (const place of places) {
    if (!isOfState(place, reading)) continue;
    if (begins(place)) beginning.push(line(place, reading));
    else if (within.length < limit && has(place)) within.push(line(place, reading));
    if (beginning.length >= limit) break;
  }
  return [...beginning, ...within].slice(0, limit);
};

const suggestions = (places: readonly Place[], query: string, limit: number): readonly string[] => {
  for (const reading of readAddress(query)) {
    const found = matches(places, reading, limit);
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Suggests places of the United States from built-in data, largest first, and keeps the street typed before them: `12 Main St,
 * Port` gives `12 Main St, Portland, OR`. It knows no streets, so a street alone gives nothing. Loads the data with the first query.
 */
export const builtInPlaces = (): Places => {
  let loading: Promise<readonly Place[]> | undefined;
  const load = async (): Promise<readonly Place[]> => readPlaces((await decompress(await readFile(data))).toString());

  return {
    suggest: async (query, limit) => {
      loading ??= load();
      return limit < 1 ? [] : suggestions(await loading, query.slice(0, MAX_QUERY), limit);
    },
  };
};
