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
  const [focusedId, setFocusedId] = useState<string>();
  const { awaited, focusRow } = useAwaitedFocus(lines, scroller);

  const focus = useCallback(
    (messageId: string) => {
      focusRow(messageId);
      setActiveId(messageId);
    },
    [focusRow],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    // Keys on a button within a message belong to the button.
    if (from === undefined) return;
    if (event.key === 'Escape') return onLeave();
    // A key may be pressed again before the row has the focus.
    const at = lines.findLastIndex(({ message }) => message._id === (awaited() ?? from));
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
    setFocusedId(messageId);
    if (messageId !== undefined) setActiveId(messageId);
  };
  return { activeId, focusedId, focus, onKeyDown, onFocus };
};

/**
 * Gives a row the focus. If it is not drawn or measured yet, that takes some frames, because the list library hides it
 * until then. Stops if something else takes the focus meanwhile.
 */
const useAwaitedFocus = (lines: readonly ChatLine[], scroller: RefObject<HTMLDivElement | null>) => {
  const next = useRef<{ readonly messageId: string; readonly from: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (!lines.some(({ message }) => message._id === next.current?.messageId)) next.current = undefined;
    let frame: number | undefined;
    const attempt = () => {
      if (next.current === undefined) return;
      const { messageId, from } = next.current;
      const row = rowOf(scroller.current, messageId);
      const { activeElement: now, body } = document;
      if (now === from || now === body) row?.focus({ preventScroll: true });
      else next.current = undefined;
      if (row !== null && document.activeElement === row) next.current = undefined;
      frame = requestAnimationFrame(attempt);
    };
    attempt();
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  });
  const focusRow = useCallback((messageId: string) => {
    next.current = { messageId, from: document.activeElement };
  }, []);
  return { awaited: () => next.current?.messageId, focusRow };
};

const rowOf = (scroller: HTMLElement | null, messageId: string): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(messageId)}"]`) ?? null;
