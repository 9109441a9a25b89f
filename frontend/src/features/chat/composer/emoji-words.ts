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
