import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { ChatLine } from '../chat-lines.ts';
import type { useScroll } from './use-scroll.ts';

/**
 * One tab stop for the whole list. The arrows, Home and End move between messages.
 * @param onLeave called when leaving the list: by Escape, or down beyond the last message.
 */
export const useRowFocus = (
  lines: readonly ChatLine[],
  { list, bringIntoView }: Pick<ReturnType<typeof useScroll>, 'list' | 'bringIntoView'>,
  onLeave: () => void,
) => {
  const [activeId, setActiveId] = useState<string>();
  const [focusedId, setFocusedId] = useState<string>();

  const focus = (messageId: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(messageId)}"]`);
    row?.focus({ preventScroll: true });
    setActiveId(messageId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    // Keys on a button within a message belong to the button.
    if (from === undefined) return;
    if (event.key === 'Escape') return onLeave();
    const at = lines.findLastIndex(({ message }) => message._id === from);
    const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = lines[target]?.message._id;
    if (next !== undefined) {
      bringIntoView(next);
      focus(next);
    } else if (event.key === 'ArrowDown') onLeave();
  };
  const onFocus = (event: FocusEvent) => {
    const messageId = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    setFocusedId(messageId);
    if (messageId !== undefined) setActiveId(messageId);
  };
  return { activeId, focusedId, focus, onKeyDown, onFocus };
};
