/** Stands for all members of a group. */
export const EVERYONE = 'everyone';

/** A stored text names a person as `<@{userId}>`, and all members as `<@everyone>`. */
const MARK = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|everyone)>/g;

export const markOf = (mentioned: string): string => `<@${mentioned}>`;

/** The ids of people, and `everyone`, each once. */
export const mentionsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(MARK)].map(([, mentioned = '']) => mentioned)),
];

/** A text with something else in place of each mark. */
export const replaceMentions = (text: string, by: (mentioned: string) => string): string =>
  text.replace(MARK, (_, mentioned: string) => by(mentioned));

/** A text and its marks in turn: text, id, text, id, text. */
export const splitAtMentions = (text: string): readonly string[] => text.split(MARK);

/** A text that somebody typed. Marks in it name nobody. */
export const withoutMarks = (typed: string): string => replaceMentions(typed, (mentioned) => `@${mentioned}`);

/** The beginning of a text may end within a mark. */
export const withoutBrokenMark = (text: string): string => text.replace(/<@[0-9a-z-]{0,36}$/, '');
