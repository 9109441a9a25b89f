import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { mentionEveryone } from '@quorum/contracts/message/rules.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { EVERYONE } from '@quorum/contracts/text/mentions.ts';
import { isErased, personName } from '@quorum/contracts/text/person-name.ts';
import { Users } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useContext, useState } from 'react';
import { useMentionable } from '../../../data/group/use-mentionable.ts';
import { mentionBefore, type Picked } from '../../../data/message/mentions.ts';
import { selectMessages } from '../../../data/message/message-api.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { plainKey } from '../../../shared/lib/keys.ts';
import { roleLabels } from '../../../shared/lib/role-labels.ts';
import { ComboboxList, useCombobox } from '../../../shared/ui/controls/combobox.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import './mention-suggestions.css';

const MAX_SHOWN = 8;
/** Letters after those that nobody matches. */
const MAX_UNMATCHED = 2;
/** An `@` at the start, or after a space or bracket, and what follows up to the caret. */
const ASKED = /(?:^|[\s([{])@([^\s@]{0,30}(?: [^\s@]{0,30})?)$/u;

/** `hint`: the person's role. */
type Option = Picked & { readonly person?: PersonView; readonly hint: string };

const NONE: readonly Option[] = [];
const NOBODY: readonly PersonView[] = [];
const begins = (name: string, asked: string): boolean => ` ${name}`.toLowerCase().includes(` ${asked.toLowerCase()}`);

const everyoneIn = ({ role, memberCount }: Chat['group']): readonly Option[] =>
  mentionEveryone({ role, memberCount }) === undefined
    ? [{ id: EVERYONE, name: EVERYONE, hint: counted(memberCount, 'member') }]
    : [];

/**
 * Everyone where that is allowed, then members of whom a word of the name begins like that, the last writers first. Of a large group
 * not all members are known.
 */
const useOptions = (chat: Chat | null, asked: string | undefined) => {
  const { members, isSettled } = useMentionable(chat?.group, asked);
  const list = useAppSelector((state) => (chat && asked !== undefined ? selectMessages(state, chat.group._id) : null));
  if (chat === null || asked === undefined) return { options: NONE, isSettled: false };
  const recent = list ? recentWriters(list) : NOBODY;
  const optionOf = (person: PersonView, hint: string): Option => ({
    id: person._id,
    name: personName(person),
    person,
    hint,
  });
  const all = new Map(members.map(({ userId, role }) => [userId._id, optionOf(userId, roleLabels[role])]));
  const isPart = members.length < chat.group.memberCount;
  const writers = recent.flatMap((person) => all.get(person._id) ?? (isPart ? optionOf(person, '') : []));
  const people = [...new Map([...writers, ...all.values()].map((option) => [option.id, option])).values()];
  const everyone = everyoneIn(chat.group);
  const options = [...everyone, ...people].filter(({ name }) => begins(name, asked));
  return { options: options.slice(0, MAX_SHOWN + everyone.length), isSettled };
};

type Written = { readonly text: string; readonly picked: readonly Picked[] | undefined };

/** The name that is being typed after an `@`, and where it begins. It is undefined once it was taken, or hidden there. */
const useAsked = ({ text, picked }: Written) => {
  const [lastCaret, setCaret] = useState(0);
  const [hiddenAt, setHiddenAt] = useState<number>();
  // Another text may be shorter.
  const caret = Math.min(lastCaret, text.length);
  const isTaken = mentionBefore(text, caret, picked) !== undefined;
  const typed = isTaken ? undefined : ASKED.exec(text.slice(0, caret))?.[1];
  const start = caret - (typed?.length ?? 0);
  return { caret, setCaret, start, asked: hiddenAt === start ? undefined : typed, hide: () => setHiddenAt(start) };
};

/** Whether to say that nobody matches: only until more is typed. @param asked undefined if somebody matches */
const useUnmatched = (start: number, asked: string | undefined): boolean => {
  const [first, setFirst] = useState({ start: -1, asked: '' });
  if (asked === undefined || asked.trim() !== asked || asked === '') return false;
  const goesOn = first.start === start && asked.startsWith(first.asked);
  if (!goesOn) setFirst({ start, asked });
  return !goesOn || asked.length - first.asked.length < MAX_UNMATCHED;
};

/**
 * Suggests people to mention at the caret. Arrows move through them, Enter or Tab takes one, Escape hides them for this `@`. Backspace
 * deletes a name as a whole.
 */
export const useMentionSuggestions = (
  area: RefObject<HTMLTextAreaElement | null>,
  { text, picked }: Written,
  take: (text: string, picked: readonly Picked[]) => void,
) => {
  const chat = useContext(ChatContext);
  const { caret, setCaret, start, asked, hide } = useAsked({ text, picked });
  const { options, isSettled } = useOptions(chat, asked);
  const isUnmatched = useUnmatched(start, isSettled && options.length === 0 ? asked : undefined);
  const isOpen = options.length > 0 || isUnmatched;
  const box = useCombobox({
    query: text.slice(0, caret),
    options,
    onTake: ({ id, name }) => {
      const end = start + name.length + 1;
      take(`${text.slice(0, start)}${name} ${text.slice(caret)}`, withPicked({ id, name }, namedIn(text, picked)));
      setCaret(end);
      // React sets the new text first, which moves the caret to its end.
      setTimeout(() => {
        area.current?.focus();
        area.current?.setSelectionRange(end, end);
      }, 0);
    },
    onClose: isOpen ? hide : undefined,
    // Enter right behind the `@` must not call everyone.
    eager: { at: asked === '' && options[0]?.id === EVERYONE ? 1 : 0 },
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (plainKey(event) === 'Backspace') selectMentionBefore(event.currentTarget, picked);
    return options.length > 0 && box.field.onKeyDown(event);
  };
  const onSelect = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) =>
    setCaret(currentTarget.selectionStart);
  return { box: { ...box, isUnmatched }, isOpen, onKeyDown, onSelect };
};

/** The browser then deletes what is selected, and can undo that. */
const selectMentionBefore = (field: HTMLTextAreaElement, picked: readonly Picked[] | undefined): void => {
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart === selectionEnd ? mentionBefore(value, selectionEnd, picked) : undefined;
  if (start !== undefined) field.setSelectionRange(start, selectionEnd);
};

interface MentionSuggestionsProps {
  box: ReturnType<typeof useMentionSuggestions>['box'];
  /** Pushes the field down instead of lying above it. */
  isInline?: boolean;
}

export function MentionSuggestions({ box, isInline = false }: MentionSuggestionsProps) {
  const count = box.options.length;
  const className = classNames('mention-picker', !isInline && 'menu mention-picker--above');
  return (
    <>
      <ComboboxList box={box} label="Mention someone" className={className} keyOf={({ id }) => id}>
        {({ id, name, person, hint }) => (
          <>
            {person === undefined ? (
              <span className="mention-picker__all">
                <Users className="i" />
              </span>
            ) : (
              <Avatar size={28} {...avatarOf(person)} />
            )}
            <bdi className="cut">{id === EVERYONE ? 'Everyone' : name}</bdi>
            <small>{hint}</small>
          </>
        )}
      </ComboboxList>
      {box.isUnmatched && <p className={className}>No members match</p>}
      <span className="visually-hidden" role="status">
        {count > 0 ? counted(count, 'member') : box.isUnmatched && 'No members match'}
      </span>
    </>
  );
}

/** Without those whose names were deleted or changed since. */
const namedIn = (text: string, picked: readonly Picked[] = []): readonly Picked[] =>
  picked.filter(({ name }) => text.includes(`@${name}`));

/** Once the most people are chosen, further names stay text. */
const withPicked = (picked: Picked, all: readonly Picked[]): readonly Picked[] =>
  all.some(({ id }) => id === picked.id) || all.length > limits.mentions ? all : [...all, picked];

/** Who wrote in the loaded messages of a chat, the last one first, without those who are no longer in the group. */
const recentWriters = ({ messages, notices }: Pick<MessageList, 'messages' | 'notices'>) => {
  const writers = new Map<string, PersonView>();
  const gone = notices.flatMap(({ kind, person }) => (kind === 'left' || kind === 'removed' ? person._id : []));
  for (const { senderId } of messages.toReversed())
    if (!isErased(senderId) && !writers.has(senderId._id)) writers.set(senderId._id, senderId);
  for (const id of gone) writers.delete(id);
  return [...writers.values()];
};
