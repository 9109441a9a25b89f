import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ChatLine } from '../chat-lines.ts';

export type RowFocus = {
  /** Called when a message of the list is reached, to bring it into view. */
  readonly onMove: (messageId: string) => void;
  /** Called when leaving the list: by Escape, or down beyond the last message. */
  readonly onLeave: () => void;
};

/** One tab stop for the whole list. The arrows, Home and End move between messages. */
export const useRowFocus = (
  lines: readonly ChatLine[],
  scroller: RefObject<HTMLDivElement | null>,
  { onMove, onLeave }: RowFocus,
) => {
  const [activeId, setActiveId] = useState<string>();
  const focusNext = useRef<string>(undefined);

  const focus = useCallback((messageId: string) => {
    focusNext.current = messageId;
    setActiveId(messageId);
  }, []);
  // The row may be drawn some renders later, once it is scrolled to.
  useLayoutEffect(() => {
    if (focusNext.current === undefined) return;
    const row = rowOf(scroller.current, focusNext.current);
    if (row === null) return;
    focusNext.current = undefined;
    row.focus({ preventScroll: true });
  });

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
      onMove(next);
      focus(next);
    } else if (event.key === 'ArrowDown') onLeave();
  };
  const onFocus = (event: FocusEvent) => {
    const messageId = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (messageId !== undefined) setActiveId(messageId);
  };
  return { activeId, focus, onKeyDown, onFocus };
};

const rowOf = (scroller: HTMLElement | null, messageId: string): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(messageId)}"]`) ?? null;
