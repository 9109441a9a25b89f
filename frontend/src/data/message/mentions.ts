import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { EVERYONE, markOf, withoutMarks } from '@quorum/contracts/text/mentions.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';

/** Somebody chosen while writing, by the name that stands in the text after `@`. */
export type Picked = { readonly id: string; readonly name: string };

export const pickedIn = ({
  mentions = [],
  everyone,
}: Pick<MessageView, 'mentions' | 'everyone'>): readonly Picked[] => [
  ...mentions.map((person) => ({ id: person._id, name: personName(person) })),
  ...(everyone ? [{ id: EVERYONE, name: EVERYONE }] : []),
];

/**
 * Marks instead of the names of those who were chosen. A name that was changed stays text, and a typed mark names nobody. Of people
 * with one name, the first place in the text stands for the one chosen first.
 */
export const withMarks = (text: string, picked: readonly Picked[] = []): string =>
  [...new Set(picked.map(({ name }) => name))]
    .toSorted((a, b) => b.length - a.length)
    .reduce((marked, name) => {
      const left = picked.filter((one) => one.name === name);
      const markNext = (): string => markOf((left.length > 1 ? left.shift() : left[0])?.id ?? '');
      const parts = marked.split(`@${name}`);
      return parts.reduce((said, part) => said + (/^[\p{L}\p{N}]/u.test(part) ? `@${name}` : markNext()) + part);
    }, withoutMarks(text));

/** Where the name of somebody who was chosen begins, if it ends at the caret. Such a name is deleted as a whole. */
export const mentionBefore = (text: string, caret: number, picked: readonly Picked[] = []): number | undefined => {
  if (/^[\p{L}\p{N}]/u.test(text.slice(caret))) return undefined;
  const lengths = picked.flatMap(({ name }) => (text.slice(0, caret).endsWith(`@${name}`) ? name.length + 1 : []));
  return lengths.length === 0 ? undefined : caret - Math.max(...lengths);
};

/** The chosen people as a message names them. Their names are those of the moment. */
export const mentionsOf = (picked: readonly Picked[]): readonly PersonView[] =>
  picked.flatMap(({ id, name }) =>
    id === EVERYONE ? [] : [{ _id: id, id, firstName: name, lastName: '', profilePictureUrl: null }],
  );

/** A text with marks as it was written. */
export const asWritten = (content: string, picked: readonly Picked[] = []): string =>
  spokenText({ content, mentions: mentionsOf(picked) });
