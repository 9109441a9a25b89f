import { EMOJI } from './emoji.ts';

/** Names that other products use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  thumbsup: '👍',
  thumbsdown: '👎',
  joy: '😂',
  grinning: '😀',
  smiley: '😀',
  tada: '🎉',
  pray: '🙏',
  sob: '😭',
  cry: '😢',
  rage: '😡',
  open_mouth: '😮',
  muscle: '💪',
  white_check_mark: '✅',
  x: '❌',
  bulb: '💡',
  beers: '🍻',
  birthday: '🎂',
};

const byName = new Map([
  ...EMOJI.map(([emoji, name]) => [name.toLowerCase().replaceAll(' ', '_'), emoji] as const),
  ...Object.entries(OTHER_NAMES),
]);

export type Replaced = { readonly text: string; readonly caret: number };

/** Replaces `:smile:` before the caret by the emoji. Undefined when there is no such name. */
export const withEmoji = (text: string, caret: number): Replaced | undefined => {
  const [word, name = ''] = /(?<=^|\s):([a-z+-][a-z0-9_]*):$/i.exec(text.slice(0, caret)) ?? [];
  const emoji = byName.get(name.toLowerCase());
  if (word === undefined || emoji === undefined) return undefined;
  const start = caret - word.length;
  return { text: text.slice(0, start) + emoji + text.slice(caret), caret: start + emoji.length };
};

export type EmojiMatch = { readonly emoji: string; readonly name: string };
const MAX_MATCHES = 5;

/** The emoji that `:tad` before the caret may mean, and where it starts. Undefined without any. */
export const emojiLike = (
  text: string,
  caret: number,
): { readonly start: number; readonly matches: readonly EmojiMatch[] } | undefined => {
  const [word, typed = ''] = /(?<=^|\s):([a-z][a-z0-9_]+)$/i.exec(text.slice(0, caret)) ?? [];
  if (word === undefined) return undefined;
  const named = [...byName].filter(([name]) => name.startsWith(typed.toLowerCase()));
  const each = new Map(named.map(([name, emoji]) => [emoji, name]));
  const matches = [...each].slice(0, MAX_MATCHES).map(([emoji, name]) => ({ emoji, name }));
  return matches.length === 0 ? undefined : { start: caret - word.length, matches };
};
