import { type RefObject, useLayoutEffect } from 'react';
import type { ChatRow } from '../chat-rows.ts';

/**
 * When rows are added above, the list library scrolls, but learns its new offset only from the scroll event. If a row is
 * measured before that, it corrects the old offset and leads a reader at the top away to the first of the added rows. So
 * this tells the offset at once, before anything is measured.
 */
export const useToldOffset = (
  scroller: RefObject<HTMLElement | null>,
  rows: readonly ChatRow[],
  /** Whether rows were added or removed above. */
  atStart: boolean,
): void =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rows moves the list.
  useLayoutEffect(() => {
    // A microtask, because the library draws at once, which an effect must not do.
    if (atStart) queueMicrotask(() => scroller.current?.dispatchEvent(new Event('scroll')));
  }, [scroller, rows, atStart]);
