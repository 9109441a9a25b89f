import { limits } from '../kernel/limits.ts';
import { replaceMentions } from '../text/mentions.ts';

/** Letters kept of a word. Words that begin with the same ones find each other. */
const MAX_LETTERS = 24;
/** Letters from which on the last word of a question also matches as the beginning of one. */
const MIN_BEGINNING = 3;

/** Words and pairs of characters of a question. */
const MAX_LOOKED_UP = 40;

/** Accents and points, which are not compared, and what only chooses how a character is drawn. The voicing of kana is kept. */
const MARKS = /(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{Mn})\p{Script=Hebrew}/gu;
/** Each is compared as one: a character with its marks, the parts of a Korean syllable, or any number of plain letters. */
const CHARACTERS = /[\0-\x7f]+(?!\p{M})|[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Characters of scripts that put no spaces between words. */
const DENSE =
  /((?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]\p{M}*)+)/u;
const PLAIN_WORD = /[a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(MARKS, '').normalize('NFC');

/** A text as it is compared. `origin` is where a character of it comes from in the text that was written. */
type Folded = { readonly text: string; readonly origin: (at: number) => number };

const folded = (written: string): Folded => {
  if (ASCII.test(written)) return { text: written.toLowerCase(), origin: (at) => at };
  let text = '';
  const origins: number[] = [];
  for (const { 0: characters, index } of written.matchAll(CHARACTERS)) {
    const isPlain = ASCII.test(characters);
    const start = text.length;
    text += isPlain ? characters.toLowerCase() : fold(characters);
    while (origins.length < text.length) origins.push(isPlain ? index + origins.length - start : index);
  }
  return { text, origin: (at) => origins[at] ?? written.length };
};

/** A searched term, and its place in the folded text. */
type Found = { readonly word: string; readonly start: number; readonly end: number };

const plainWord = ({ 0: word, index: start }: RegExpExecArray): Found => ({
  word: word.slice(0, MAX_LETTERS),
  start,
  end: start + word.length,
});

const beginningOf = (word: string): string =>
  word.length <= MAX_LETTERS ? word : [...word].slice(0, MAX_LETTERS).join('');

/** The single characters of a run without spaces, and its pairs. */
const pairsOf = (run: string, start: number): { readonly singles: Found[]; readonly pairs: Found[] } => {
  const singles = [...run.matchAll(/\P{M}\p{M}*/gu)].map(({ 0: word, index }) => ({
    word,
    start: start + index,
    end: start + index + word.length,
  }));
  const pairs = singles.slice(1).map((second, at) => {
    const first = singles[at] as Found;
    return { word: first.word + second.word, start: first.start, end: second.end };
  });
  return { singles, pairs };
};

/** Runs of one kind: at odd places those of scripts without spaces. */
const runsOf = (text: string): readonly (Found & { readonly isDense: boolean })[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: letters, index }) => {
    let start = index;
    return letters.split(DENSE).flatMap((word, at) => {
      if (word === '') return [];
      const run = { word, start, end: start + word.length, isDense: at % 2 === 1 };
      start = run.end;
      return run;
    });
  });

const wordsIn = (text: string): readonly Found[] => {
  if (ASCII.test(text)) return [...text.matchAll(PLAIN_WORD)].map(plainWord);
  return runsOf(text).flatMap(({ isDense, ...run }) => {
    if (!isDense) return { ...run, word: beginningOf(run.word) };
    const { singles, pairs } = pairsOf(run.word, run.start);
    return [...singles, ...pairs];
  });
};

/** The words that find a text, each once. Mentioned people are not words of the text. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(wordsIn(folded(replaceMentions(text, () => ' ')).text).map(({ word }) => word)),
];

/** A word of a question. */
export type AskedWord = {
  readonly word: string;
  /** It also matches as the beginning of a word. */
  readonly begins: boolean;
};

/** The words of a question. All must occur. */
export const askedWords = (question: string): readonly AskedWord[] => {
  const { text } = folded(question);
  const runs = runsOf(text);
  const isEnding = runs.at(-1)?.end === text.length;
  const asked = runs.flatMap(({ isDense, word, start }, at) => {
    if (!isDense) {
      const begins = isEnding && at === runs.length - 1 && word.length >= MIN_BEGINNING && word.length < MAX_LETTERS;
      return { word: beginningOf(word), begins };
    }
    const { singles, pairs } = pairsOf(word, start);
    return (pairs.length > 0 ? pairs : singles).map((found) => ({ word: found.word, begins: false }));
  });
  return [...new Map(asked.map((each) => [`${each.word} ${each.begins}`, each])).values()];
};

/** Whether a text has all words of a question. */
export const isFoundBy = (text: string, asked: readonly AskedWord[]): boolean => {
  const words = wordsOf(text);
  return asked.every(({ word, begins }) => words.some((each) => each === word || (begins && each.startsWith(word))));
};

/**
 * Why a question is not asked. It needs two letters, or one of a script without spaces. Every word of a question is looked up in each
 * group.
 */
export const flawOf = (question: string): 'search/too-short' | 'search/too-long' | undefined => {
  // The rest of longer ones is ignored.
  if (question.length > limits.search) return 'search/too-long';
  const runs = runsOf(folded(question).text);
  if (runs.length > limits.searchWords || askedWords(question).length > MAX_LOOKED_UP) return 'search/too-long';
  const letters = runs.reduce((sum, { word }) => sum + [...word].length, 0);
  return letters >= 2 || runs.some(({ isDense }) => isDense) ? undefined : 'search/too-short';
};

/** From one place of a text to another. */
type Stretch = { readonly start: number; readonly end: number };

/** Where the words of a question are in a text, in order and without overlaps. Of a longer word, its beginning. */
export const matchesIn = (written: string, asked: readonly AskedWord[]): readonly Stretch[] => {
  const { text, origin } = folded(written);
  const found: Stretch[] = [];
  for (const { word, start, end } of wordsIn(text)) {
    const match = asked.find((each) => word === each.word || (each.begins && word.startsWith(each.word)));
    if (match === undefined) continue;
    const last = found.at(-1);
    const stretch = { start: origin(start), end: origin(match.word === word ? end : start + match.word.length) };
    if (last !== undefined && stretch.start < last.end)
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, stretch.end) };
    else found.push(stretch);
  }
  return found;
};
