import { useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { placeChanged } from '../../../data/message/reading/reading-slice.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { type ChatRow, messagesOf } from '../chat-rows.ts';
import type { RowIds } from './row-heights.ts';
import { ScrollController, type Target } from './scroll-controller.ts';

/** A wheel may also zoom the page, or scroll a text that is edited in the list. */
const movesList = ({ ctrlKey, deltaY, target }: WheelEvent): boolean =>
  !ctrlKey && !(deltaY < 0 && target instanceof HTMLTextAreaElement && target.scrollTop > 0);

const idsOf = (row: ChatRow): RowIds => {
  const [, ...others] = messagesOf(row).map(({ _id }) => _id);
  return [row.message._id, ...others];
};

/** Tells the controller what the reader does. @param draw called with whether other rows must be drawn. */
const listen = (area: HTMLElement, controller: ScrollController, draw: (isStale: boolean) => void): (() => void) => {
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void) =>
    area.addEventListener(name, handle, { passive: true, signal: stop.signal });
  on('scroll', () => draw(controller.scrolled()));
  on('scrollend', () => draw(controller.rest()));
  for (const name of ['touchstart', 'pointerdown', 'keydown'] as const) on(name, () => controller.takeOver());
  on('wheel', (event) => {
    if (!movesList(event)) return;
    controller.wheel(event.deltaY);
    // If the wheel does not move the list, no end of scrolling is reported. If it does, it has moved by the second frame.
    const top = area.scrollTop;
    const look = () => area.scrollTop === top && draw(controller.rest());
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
  return () => stop.abort();
};

/** A change that moves the list. It is drawn at once, so that its target can have the focus. */
const movesOf = (controller: ScrollController, redraw: () => void) => ({
  /** @returns whether the message is loaded. */
  to: (target: Target): boolean => {
    const isLoaded = controller.jump(target);
    if (isLoaded) flushSync(redraw);
    return isLoaded;
  },
  /** Moves the list no further than it takes to show the message. */
  bringIntoView: (messageId: string) => {
    controller.bringIntoView(messageId);
    flushSync(redraw);
  },
  toEnd: () => {
    controller.toEnd();
    flushSync(redraw);
  },
  place: () => controller.place,
  awaits: (messageId: string) => controller.awaits(messageId),
  sideOf: (messageId: string) => controller.sideOf(messageId),
});

type Scrolled = {
  readonly groupId: string;
  readonly rows: readonly ChatRow[];
  readonly reachesNewest: boolean;
  /** Where the list begins; undefined for its end. */
  readonly begin: Target | undefined;
  /** Called when the list has moved. */
  readonly onMove: () => void;
};

/** Binds a scroll controller to the list: to what it draws, and to where it is scrolled. */
export const useScroll = ({ groupId, rows, reachesNewest, begin, onMove }: Scrolled) => {
  const dispatch = useAppDispatch();
  const [controller] = useState(() => new ScrollController(begin));
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const list = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => rows.map(idsOf), [rows]);
  const drawn = controller.view(ids);

  const settle = (): boolean => {
    const elements = [...(list.current?.children ?? [])].filter((one) => one instanceof HTMLElement);
    const heights = elements.flatMap((one) =>
      one.dataset.listRow === undefined ? [] : [[one.dataset.listRow, one.getBoundingClientRect().height] as const],
    );
    return controller.settle(ids, drawn, heights, reachesNewest);
  };
  useLayoutEffect(() => {
    controller.attach(list.current?.parentElement ?? undefined);
    if (settle()) redraw();
  });
  const onResize = useEffectEvent(() => {
    if (settle()) redraw();
  });
  const draw = useEffectEvent((isStale: boolean) => {
    // Otherwise the browser might paint the list before its rows.
    if (isStale) flushSync(redraw);
    onMove();
  });

  useLayoutEffect(() => {
    const area = list.current?.parentElement;
    if (!area || list.current === null) return;
    // Rows grow with previews and pictures, and the window shrinks when the composer grows.
    const sizes = new ResizeObserver(() => onResize());
    sizes.observe(area);
    sizes.observe(list.current);
    const stop = listen(area, controller, (isStale) => draw(isStale));
    return () => {
      stop();
      sizes.disconnect();
      dispatch(placeChanged({ groupId, place: controller.place }));
    };
  }, [controller, dispatch, groupId]);

  const moves = useMemo(() => movesOf(controller, redraw), [controller]);
  const extentOf = (from: number, to: number): number => controller.extentOf(ids, { from, to });
  return { list, drawn, extentOf, ...moves };
};
