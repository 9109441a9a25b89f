import { limits } from '@quorum/contracts/kernel/limits.ts';
import { mentionEveryone } from '@quorum/contracts/kernel/permissions.ts';
import { EVERYONE } from '@quorum/contracts/text/mentions.ts';
import { type RefObject, useContext, useState } from 'react';
import type { Picked } from '../../../data/message/mentions.ts';
import { personName } from '../../../data/user/person-label.ts';
import { ComboboxList, useCombobox } from '../../../shared/ui/controls/combobox.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';

const MAX_SHOWN = 8;
/** An `@` at the start, or after a space or bracket, and what follows up to the caret. */
const ASKED = /(?:^|[\s([{])@([^\s@]{0,30}(?: [^\s@]{0,30})?)$/u;

const NONE: readonly Picked[] = [];

const begins = (name: string, asked: string): boolean => ` ${name}`.toLowerCase().includes(` ${asked.toLowerCase()}`);

/** Everyone where that is allowed, then members of whom a word of the name begins like that. */
const peopleLike = ({ group }: Chat, asked: string): readonly Picked[] => {
  const { role, memberCount, members } = group;
  const everyone = mentionEveryone({ role, memberCount }) === undefined ? [{ id: EVERYONE, name: EVERYONE }] : [];
  const people = members.map(({ userId: person }) => ({ id: person._id, name: personName(person) }));
  return [...everyone, ...people].filter(({ name }) => begins(name, asked)).slice(0, MAX_SHOWN + everyone.length);
};

/** Whom a text can mention at its caret. Arrows move through them, Enter or Tab takes one, Escape hides them for this `@`. */
export const useMentionSuggestions = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  take: (text: string, picked: Picked) => void,
) => {
  const chat = useContext(ChatContext);
  const [caret, setCaret] = useState(0);
  const [hiddenAt, setHiddenAt] = useState<number>();
  const asked = ASKED.exec(text.slice(0, caret))?.[1];
  const start = caret - (asked?.length ?? 0);
  const isOpen = chat !== null && asked !== undefined && hiddenAt !== start;
  const options = isOpen ? peopleLike(chat, asked) : NONE;
  const box = useCombobox({
    query: text.slice(0, caret),
    options,
    onTake: (picked) => {
      const end = start + picked.name.length + 1;
      take(`${text.slice(0, start)}${picked.name} ${text.slice(caret)}`, picked);
      setCaret(end);
      // React sets the new text first, which moves the caret to its end.
      setTimeout(() => {
        area.current?.focus();
        area.current?.setSelectionRange(end, end);
      }, 0);
    },
    onClose: options.length > 0 ? () => setHiddenAt(start) : undefined,
    eager: true,
  });
  const onSelect = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) =>
    setCaret(currentTarget.selectionStart);
  return { box, isOpen: options.length > 0, onSelect };
};

export function MentionSuggestions({ box }: Pick<ReturnType<typeof useMentionSuggestions>, 'box'>) {
  const count = box.options.length;
  return (
    <>
      <ComboboxList box={box} label="Mention someone" className="composer__emoji" keyOf={({ id }) => id}>
        {({ id, name }) => (id === EVERYONE ? 'Everyone' : <bdi>{name}</bdi>)}
      </ComboboxList>
      <span className="visually-hidden" role="status">
        {count > 0 && `${count} ${count === 1 ? 'member' : 'members'}`}
      </span>
    </>
  );
}

/** Once the most people are chosen, further names stay text. */
export const withPicked = (picked: Picked, all: readonly Picked[] = []): readonly Picked[] =>
  all.some(({ id }) => id === picked.id) || all.length > limits.mentions ? all : [...all, picked];
