import { statesBeginningWith } from './us-states.ts';

/** One interpretation of the input: a street kept as it is, the start of a place name, and perhaps its state. */
export type AddressReading = {
  readonly street: string;
  readonly place: string;
  /** Abbreviations; empty if no state was typed. */
  readonly states?: ReadonlySet<string>;
  /** ZIP code as typed, else empty. */
  readonly zip: string;
};

const HOUSE_NUMBER = /^\d+[\w/-]*\s/;
const STREET_WORDS = new Set(
  'st street ave avenue rd road blvd boulevard dr drive ln lane ct court pl place pkwy parkway hwy highway way ter terrace cir circle sq square apt suite ste unit floor'.split(
    ' ',
  ),
);
const MAX_PLACE_WORDS = 4;

const isStreetWord = (word: string): boolean => STREET_WORDS.has(word.toLowerCase().replace(/\.$/, ''));

/** `Portland, OR 972`: the last part is a state, perhaps with the start of a ZIP code. */
const withState = (parts: readonly string[]): AddressReading | undefined => {
  const [last = '', place = ''] = parts.toReversed();
  if (place === '') return undefined;
  const zip = /\d{1,5}$/.exec(last)?.[0] ?? '';
  const states = statesBeginningWith(last.slice(0, last.length - zip.length).trimEnd());
  return states.size === 0 ? undefined : { street: parts.slice(0, -2).join(', '), place, states, zip };
};

/** `12 Main St Portl`: the place may start at any word after the street's name, but not at a word like `St` itself. */
const afterStreet = (text: string): AddressReading[] => {
  if (!HOUSE_NUMBER.test(text)) return [];
  const words = text.split(/\s+/);
  const firstPlaceWord = Math.max(2, words.length - MAX_PLACE_WORDS);
  return words
    .map((word, at) => ({ word, at }))
    .filter(({ word, at }) => at >= firstPlaceWord && !isStreetWord(word))
    .map(({ at }) => ({ street: words.slice(0, at).join(' '), place: words.slice(at).join(' '), zip: '' }));
};

/** The interpretations of a query, most likely first. */
export const readAddress = (query: string): AddressReading[] => {
  const parts = query.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const last = parts.at(-1) ?? '';
  const stated = withState(parts);
  const plain: AddressReading = { street: parts.slice(0, -1).join(', '), place: last, zip: '' };
  return [...(stated ? [stated] : []), plain, ...(parts.length === 1 ? afterStreet(last) : [])];
};
