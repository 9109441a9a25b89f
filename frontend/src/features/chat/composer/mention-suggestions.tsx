import type { MemberView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { mentionEveryone } from '@quorum/contracts/message/rules.ts';
import { EVERYONE } from '@quorum/contracts/text/mentions.ts';
import { Users } from 'lucide-react';
import { type RefObject, useContext, useState } from 'react';
import { useMentionable } from '../../../data/group/use-mentionable.ts';
import type { Picked } from '../../../data/message/mentions.ts';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { ComboboxList, useCombobox } from '../../../shared/ui/controls/combobox.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';

const MAX_SHOWN = 8;
/** An `@` at the start, or after a space or bracket, and what follows up to the caret. */
const ASKED = /(?:^|[\s([{])@([^\s@]{0,30}(?: [^\s@]{0,30})?)$/u;

type Option = Picked & { readonly member?: MemberView };

const NONE: readonly Option[] = [];
const begins = (name: string, asked: string): boolean => ` ${name}`.toLowerCase().includes(` ${asked.toLowerCase()}`);

/** Everyone where that is allowed, then members of whom a word of the name begins like that. */
const peopleLike = ({ group }: Chat, members: readonly MemberView[], asked: string): readonly Option[] => {
  const { role, memberCount } = group;
  const everyone = mentionEveryone({ role, memberCount }) === undefined ? [{ id: EVERYONE, name: EVERYONE }] : [];
  const people = members.map((member) => ({ id: member.userId._id, name: personName(member.userId), member }));
  return [...everyone, ...people].filter(({ name }) => begins(name, asked)).slice(0, MAX_SHOWN + everyone.length);
};

/** @param asked undefined while the list is closed. */
const useOptions = (chat: Chat | null, asked: string | undefined): readonly Option[] => {
  const members = useMentionable(chat?.group, asked);
  return chat === null || asked === undefined ? NONE : peopleLike(chat, members, asked);
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
  const options = useOptions(chat, hiddenAt === start ? undefined : asked);
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
        {({ id, name, member }) => (
          <span className="mention-option">
            {member === undefined ? <Users className="i" /> : <Avatar size={28} {...avatarOf(member.userId)} />}
            <bdi>{id === EVERYONE ? 'Everyone' : name}</bdi>
          </span>
        )}
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
