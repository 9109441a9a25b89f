import { type RefObject, useState } from 'react';
import { ComboboxList, useCombobox } from '../../../shared/ui/controls/combobox.tsx';
import { type EmojiMatch, emojiLike } from './emoji-words.ts';

const NONE: readonly EmojiMatch[] = [];

/** The emoji whose names start with the letters after a colon. Arrows move through them, Enter takes one, Escape hides them. */
export const useEmojiSuggestions = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
) => {
  const [caret, setCaret] = useState(0);
  const [hiddenFor, setHiddenFor] = useState<string>();
  const found = hiddenFor === text ? undefined : emojiLike(text, caret);
  const take = ({ emoji }: EmojiMatch) => {
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
  const box = useCombobox({
    query: text.slice(0, caret),
    options: found?.matches ?? NONE,
    onTake: take,
    onClose: found && (() => setHiddenFor(text)),
    eager: true,
  });
  const onSelect = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) =>
    setCaret(currentTarget.selectionStart);
  return { box, onSelect };
};

export function EmojiSuggestions({ box }: Pick<ReturnType<typeof useEmojiSuggestions>, 'box'>) {
  return (
    <ComboboxList box={box} label="Emoji suggestions" className="composer__emoji" keyOf={({ name }) => name}>
      {({ emoji, name }) => (
        <>
          {emoji} <span>{`:${name}:`}</span>
        </>
      )}
    </ComboboxList>
  );
}
