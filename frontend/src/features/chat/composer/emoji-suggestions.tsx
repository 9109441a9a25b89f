import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { classNames } from '../../../shared/lib/class-names.ts';
import { isComposing } from '../is-composing.ts';
import { type EmojiMatch, emojiLike } from './emoji-words.ts';

/** The emoji whose names begin like what is typed after a colon. Arrows move through them, Enter takes one, Escape hides them. */
export const useEmojiSuggestions = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
) => {
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [hiddenFor, setHiddenFor] = useState<string>();
  const listId = useId();
  const found = emojiLike(text, caret);
  const matches = found === undefined || hiddenFor === text ? [] : found.matches;
  const at = Math.min(active, matches.length - 1);

  const pick = (emoji: string) => {
    if (found === undefined) return;
    const end = found.start + emoji.length;
    write(`${text.slice(0, found.start)}${emoji}${text.slice(caret)}`);
    setCaret(end);
    // React sets the new text first, which moves the caret to its end.
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    }, 0);
  };
  /** @returns whether the key was meant for the suggestions. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const chosen = matches[at];
    if (chosen === undefined || isComposing(event)) return false;
    const last = matches.length - 1;
    const deeds: Record<string, () => void> = {
      ArrowDown: () => setActive(at === last ? 0 : at + 1),
      ArrowUp: () => setActive(at === 0 ? last : at - 1),
      Enter: () => pick(chosen.emoji),
      Tab: () => pick(chosen.emoji),
      Escape: () => setHiddenFor(text),
    };
    const deed = event.shiftKey ? undefined : deeds[event.key];
    if (deed === undefined) return false;
    event.preventDefault();
    deed();
    return true;
  };
  const onSelect = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) => {
    if (currentTarget.selectionStart === caret) return;
    setCaret(currentTarget.selectionStart);
    setActive(0);
  };
  const activeOption = matches.length === 0 ? undefined : optionId(listId, at);
  return { matches, active: at, listId, activeOption, pick, onKeyDown, onSelect };
};

const optionId = (listId: string, at: number): string => `${listId}-${at}`;

interface EmojiSuggestionsProps {
  matches: readonly EmojiMatch[];
  active: number;
  listId: string;
  pick: (emoji: string) => void;
}

export function EmojiSuggestions({ matches, active, listId, pick }: EmojiSuggestionsProps) {
  if (matches.length === 0) return null;
  return (
    <div className="composer__emoji" role="listbox" aria-label="Emoji suggestions" id={listId}>
      {matches.map(({ emoji, name }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
        <div
          key={name}
          role="option"
          id={optionId(listId, at)}
          aria-selected={at === active}
          className={classNames('menu__item', at === active && 'is-active')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(emoji)}
        >
          {emoji} <span>{`:${name}:`}</span>
        </div>
      ))}
    </div>
  );
}
