import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { type ChatRow, holds } from '../chat-rows.ts';
import type { ListParts } from './list-parts.ts';

/** Milliseconds without a new height after which the rows around a target count as measured. */
const MEASURED_AFTER = 150;

/** In pixels from the start of the rows. */
type Span = { readonly top: number; readonly height: number };

/** Where a row stands in the window. `nearest` moves the list no further than it takes to show the row. */
export type Alignment = 'start' | 'center' | 'end' | 'nearest';

/** Resolves `nearest` to the edge where the row comes into view; undefined if it is in view already. */
const settledAlignment = (row: Span, window: Span, align: Alignment): Exclude<Alignment, 'nearest'> | undefined => {
  if (align !== 'nearest') return align;
  if (row.top < window.top) return 'start';
  return row.top + row.height > window.top + window.height ? 'end' : undefined;
};

/** @returns the scroll position, in pixels, that puts the row there. */
const topFor = (row: Span, windowHeight: number, align: Exclude<Alignment, 'nearest'>): number => {
  const spare = windowHeight - row.height;
  return row.top - { start: 0, center: spare / 2, end: spare }[align];
};

type Target = {
  readonly messageId: string;
  readonly align: Exclude<Alignment, 'nearest'>;
  readonly offset: number;
};

/**
 * Jumps to a row, and holds it in its place until the rows around it are measured. The list library has a jump too, but
 * it cannot be cancelled: it pulls back a reader who turns the wheel, and holds an end that is no longer the end.
 *
 * @param onHeld called when heights or rows have changed around the row. Rows added below it do not scroll the list, so
 * no scroll event says that the end is further away.
 */
export const useJump = (rows: readonly ChatRow[], { scroller, list }: ListParts, onHeld: () => void) => {
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  }, [rows]);
  const target = useRef<Target>(undefined);
  const measured = useRef<ReturnType<typeof setTimeout>>(undefined);

  const held = useEffectEvent(onHeld);
  const jump = useMemo(() => {
    const spanOf = (messageId: string): Span | undefined => {
      const index = latest.current.findLastIndex((row) => holds(row, messageId));
      if (index === -1 || list.current === null) return undefined;
      return { top: list.current.getItemOffset(index), height: list.current.getItemSize(index) };
    };
    /** The reader, or another movement, has taken over. */
    const cancel = () => {
      target.current = undefined;
      clearTimeout(measured.current);
    };
    const place = () => {
      const [area, aim] = [scroller.current, target.current];
      if (area === null || aim === undefined) return;
      const row = spanOf(aim.messageId);
      if (row === undefined) return cancel();
      area.scrollTop = topFor(row, area.clientHeight, aim.align) + aim.offset;
      clearTimeout(measured.current);
      measured.current = setTimeout(cancel, MEASURED_AFTER);
    };
    /** @param offset pixels by which the row is above that place. */
    const to = (messageId: string, alignment: Alignment, offset = 0) => {
      cancel();
      const [area, row] = [scroller.current, spanOf(messageId)];
      if (area === null || row === undefined) return;
      const align = settledAlignment(row, { top: area.scrollTop, height: area.clientHeight }, alignment);
      target.current = align && { messageId, align, offset };
      place();
    };
    /** Call when heights or rows have changed. */
    const hold = () => {
      place();
      held();
    };
    return { to, hold, cancel, isUnderWay: () => target.current !== undefined };
  }, [scroller, list]);

  useEffect(() => jump.cancel, [jump]);
  return jump;
};
