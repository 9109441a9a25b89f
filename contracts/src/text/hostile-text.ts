/** Written as escapes, because these characters are invisible and some would reorder this file. */
const BIDI_MARKS = String.raw`\u061C\u200E\u200F`;
const BIDI_CONTROLS = String.raw`\u202A-\u202E\u2066-\u2069`;
/** Zero-width and blank characters that hide text or fake an empty name. Joiners are handled separately, by context. */
const INVISIBLE = String.raw`\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB`;

const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085]/g;
/** Control characters except tab and line feed, and unpaired surrogates. */
const CONTROLS = /(?![\t\n])\p{Cc}|\p{Cs}/gu;
const REORDERING = new RegExp(`[${BIDI_CONTROLS}]`, 'gu');
const HIDDEN_IN_A_LINE = new RegExp(`[${BIDI_MARKS}${BIDI_CONTROLS}${INVISIBLE}]`, 'gu');
const HIDDEN_IN_A_TEXT = new RegExp(`[${BIDI_CONTROLS}${INVISIBLE}]`, 'gu');

/** Scripts whose spelling needs zero-width joiners and non-joiners. */
const JOINING_SCRIPTS = [
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Khmr',
  'Knda',
  'Mlym',
  'Mong',
  'Orya',
  'Sinh',
  'Syrc',
  'Taml',
  'Telu',
];
const JOINING = JOINING_SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('');

/** A joiner is legitimate inside an emoji, or after a letter of a script that uses joiners. */
const STRAY_JOINER = new RegExp(
  String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])(?<![${JOINING}])\u200D` +
    String.raw`|(?<![${JOINING}])\u200D(?!\p{Extended_Pictographic})` +
    String.raw`|(?<![${JOINING}])\u200C|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])`,
  'gu',
);
/** After a black flag, tag characters spell the flags of England, Scotland and Wales. Anywhere else they are hidden text. */
const TAGS = /(\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{1,6}\u{E007F})|[\u{E0000}-\u{E007F}]/gu;
/** Marks stacked on one letter overflow into the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Normalization sorts the marks of a letter, which gets slow. The Unicode stream-safe format also allows at most 30. */
const ENDLESS_MARKS = /(\p{M}{30})\p{M}+/gu;

const composed = (text: string): string => text.replace(ENDLESS_MARKS, '$1').normalize('NFC');

const withoutStrays = (text: string): string =>
  text.replace(TAGS, (_, flag: string | undefined) => flag ?? '').replace(STRAY_JOINER, '');

/**
 * Cleans a name or other single line for storage. Normalizes to NFC, removes control, reordering, zero-width and blank-looking
 * characters, collapses whitespace and line breaks to one space, and trims. Emoji and joining scripts stay intact.
 */
export const cleanLine = (text: string): string =>
  composed(withoutStrays(text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(HIDDEN_IN_A_LINE, '')))
    .replace(PILED_MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();

/** Cleans a message or description for storage: as {@link cleanLine}, but keeps line breaks, spaces and bidi marks. */
export const cleanText = (text: string): string =>
  composed(withoutStrays(text.replace(LINE_BREAKS, '\n').replace(CONTROLS, '').replace(HIDDEN_IN_A_TEXT, '')));

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061C\u200F]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * Prepares user text for use inside a sentence of the product, such as `{name} is typing...`. Right-to-left text is isolated so
 * that it cannot reorder the words around it. Other text is returned without bidi control characters.
 */
export const isolated = (text: string): string => {
  const inert = text.replace(REORDERING, '');
  return RIGHT_TO_LEFT.test(inert) ? `${FIRST_STRONG_ISOLATE}${inert}${POP_ISOLATE}` : inert;
};
