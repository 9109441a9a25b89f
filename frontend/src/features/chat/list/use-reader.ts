import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Ways to move a list by hand, apart from the wheel. */
const MOVES = ['touchstart', 'pointerdown', 'keydown'] as const;

/** What the reader does, as opposed to movements caused by rows that change their height. */
export type Reader = {
  /** Whether they have moved the list, or been led somewhere, since it was opened. */
  hasMoved: boolean;
  /** True from a turn of the wheel away from the end until the list is at rest. */
  goesUp: boolean;
};

type Moments = {
  /** The reader begins to move the list. */
  readonly onMove: () => void;
  /** The list has come to rest. */
  readonly onRest: () => void;
};

/** A wheel may also zoom the page, or scroll a text that is edited in the list. */
const movesList = ({ ctrlKey, deltaY, target }: WheelEvent): boolean =>
  !ctrlKey && !(deltaY < 0 && target instanceof HTMLTextAreaElement && target.scrollTop > 0);

export const useReader = (scroller: RefObject<HTMLElement | null>, { onMove, onRest }: Moments): RefObject<Reader> => {
  const reader = useRef<Reader>({ hasMoved: false, goesUp: false });
  const rest = useEffectEvent(() => {
    reader.current.goesUp = false;
    onRest();
  });
  const move = useEffectEvent(onMove);
  useLayoutEffect(() => {
    const area = scroller.current;
    if (area === null) return;
    const stop = new AbortController();
    const listening = { passive: true, signal: stop.signal };
    const moves = () => {
      reader.current.hasMoved = true;
      move();
    };
    for (const move of MOVES) area.addEventListener(move, moves, listening);
    const turn = (event: WheelEvent) => {
      if (!movesList(event)) return;
      // At its start, a list does not move, so it would never come to rest.
      reader.current = { hasMoved: true, goesUp: event.deltaY < 0 && area.scrollTop > 0 };
      move();
    };
    area.addEventListener('wheel', turn, listening);
    area.addEventListener('scrollend', () => rest(), listening);
    return () => stop.abort();
  }, [scroller]);
  return reader;
};
