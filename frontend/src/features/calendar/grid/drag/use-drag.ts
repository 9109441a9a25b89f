import { DAY_MINUTES } from '@quorum/contracts/time/instant.ts';
import {
  type MouseEvent,
  type PointerEvent as Press,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { COLUMN_MINUTES, type DayClock } from '../layout/day-clock.ts';
import { isWithin } from '../use-grid-keys.ts';
import { type Drag, type Place, type Span, spanOfDrag } from './drag.ts';

/** Pixels. A press moves less. */
const DRAG_THRESHOLD_PX = 4;
/** Milliseconds for which an event is held at the side until the page turns. */
const TURN_DELAY_MS = 600;

export type Ghost = {
  readonly kind: Drag['kind'];
  readonly span: Span;
  readonly event?: TimedEvent | undefined;
};

type Course = {
  readonly clocks: readonly DayClock[];
  readonly timeZone: string;
  /** The event of an id, if it may be moved. */
  readonly movable: (id: string) => TimedEvent | undefined;
  /** Whether a new event may be drawn. */
  readonly mayDraw: boolean;
  /** Why nothing can be dragged now. Called when somebody tries. */
  readonly isRefused: () => boolean;
  readonly turn: (direction: -1 | 1) => void;
  readonly onDrop: (ghost: Ghost) => void;
};

type Started = { readonly drag: Drag; readonly x: number; readonly y: number; readonly isMoved: boolean };
type Point = { readonly clientX: number; readonly clientY: number };

const between = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The columns on screen. */
const boxOf = (grid: HTMLElement | null): DOMRect | undefined =>
  grid?.querySelector('.time-grid__columns')?.getBoundingClientRect();

/** The day and the minute under the pointer, or the nearest ones. */
const placeOf = ({ clientX, clientY }: Point, box: DOMRect, clocks: readonly DayClock[]): Place => {
  const column = between(Math.floor(((clientX - box.left) / box.width) * clocks.length), 0, clocks.length - 1);
  const minute = between(((clientY - box.top) / box.height) * COLUMN_MINUTES, 0, DAY_MINUTES);
  return { date: clocks[column]?.date ?? '', minute };
};

/** The side at which the pointer is held. */
const sideOf = ({ clientX }: Point, box: DOMRect): -1 | 0 | 1 => {
  if (clientX < box.left) return -1;
  return clientX > box.right - 8 ? 1 : 0;
};

const isTouch = ({ pointerType, button }: Press): boolean => pointerType === 'touch' || button !== 0;

const drawnFrom = (target: Element, at: Place): Drag | undefined => {
  if (target.closest('.time-grid__band')) return { kind: 'days', from: at, at };
  return target.closest('.time-grid__columns') ? { kind: 'draw', from: at, at } : undefined;
};

/** The drag that a press begins: none on buttons other than events that may be moved. */
const dragFrom = (target: Element, at: Place, { movable, mayDraw }: Course): Drag | undefined => {
  const pressed = target.closest<HTMLElement>('button');
  if (pressed === null) return mayDraw ? drawnFrom(target, at) : undefined;
  const event = movable(pressed.dataset.event ?? '');
  return event && { kind: target.closest('[data-edge]') ? 'length' : 'move', event, from: at, at };
};

/** Calls the listeners of a drag while there is one. */
const useListeners = (
  isActive: boolean,
  on: Record<'move' | 'up', (point: Point) => void> & { cancel: () => void },
) => {
  const onMove = useEffectEvent(on.move);
  const onUp = useEffectEvent(on.up);
  const onCancel = useEffectEvent(on.cancel);
  useEffect(() => {
    if (!isActive) return undefined;
    const end = new AbortController();
    const options = { signal: end.signal, capture: true };
    window.addEventListener('pointermove', (event) => onMove(event), options);
    window.addEventListener('pointerup', (event) => onUp(event), options);
    window.addEventListener('pointercancel', () => onCancel(), options);
    window.addEventListener('keydown', (event) => event.key === 'Escape' && onCancel(), options);
    return () => end.abort();
  }, [isActive]);
};

/** Drawing, moving and changing the length by mouse or pen. By touch nothing is dragged, because that scrolls. */
export function useDrag(grid: RefObject<HTMLElement | null>, course: Course) {
  const { clocks, timeZone } = course;
  const [started, setStarted] = useState<Started>();
  const wasDragged = useRef(false);
  const hold = useHeldSide(course.turn);

  const onPointerDown = (event: Press<HTMLElement>) => {
    wasDragged.current = false;
    const box = boxOf(grid.current);
    const { target } = event;
    if (isTouch(event) || box === undefined || !isWithin(grid.current, target)) return;
    const drag = dragFrom(target, placeOf(event, box, clocks), course);
    if (drag) setStarted({ drag, x: event.clientX, y: event.clientY, isMoved: false });
  };

  /** The drag at a point. Read anew, because the last one may not be drawn yet. */
  const movedTo = (point: Point): Started | undefined => {
    const box = boxOf(grid.current);
    if (started === undefined || box === undefined) return undefined;
    const { drag, x, y } = started;
    const isMoved = started.isMoved || Math.hypot(point.clientX - x, point.clientY - y) >= DRAG_THRESHOLD_PX;
    return isMoved ? { ...started, isMoved, drag: { ...drag, at: placeOf(point, box, clocks) } } : started;
  };
  const move = (point: Point) => {
    const [moved, box] = [movedTo(point), boxOf(grid.current)];
    if (started === undefined || moved?.isMoved !== true || box === undefined) return;
    if (!started.isMoved && course.isRefused()) return setStarted(undefined);
    wasDragged.current = true;
    setStarted(moved);
    hold(moved.drag.kind === 'move' ? sideOf(point, box) : 0);
  };
  const up = (point: Point) => {
    const moved = movedTo(point);
    setStarted(undefined);
    hold(0);
    if (started === undefined || moved === undefined) return;
    wasDragged.current ||= moved.isMoved;
    // A press on an event opens its card, a press beside draws.
    const isMeant = moved.isMoved || !('event' in moved.drag);
    if (isMeant && (started.isMoved || !course.isRefused())) course.onDrop(ghostOf(moved, timeZone));
  };
  const cancel = () => {
    setStarted(undefined);
    hold(0);
  };
  useListeners(started !== undefined, { move, up, cancel });

  return {
    ghost: started?.isMoved === true ? ghostOf(started, timeZone) : undefined,
    cancel,
    handlers: {
      onPointerDown,
      // The press that ends a drag opens nothing.
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        // A key presses without a pointer.
        if (wasDragged.current && event.detail > 0) event.stopPropagation();
        wasDragged.current = false;
      },
    },
  };
}

const ghostOf = ({ drag, isMoved }: Started, timeZone: string): Ghost => ({
  kind: drag.kind,
  span: spanOfDrag(drag, !isMoved, timeZone),
  ...('event' in drag && { event: drag.event }),
});

/** Turns the page again and again while the pointer is held at a side. */
const useHeldSide = (turn: (direction: -1 | 1) => void): ((side: -1 | 0 | 1) => void) => {
  const [side, setSide] = useState<-1 | 0 | 1>(0);
  const onHeld = useEffectEvent(() => side !== 0 && turn(side));
  useEffect(() => {
    if (side === 0) return undefined;
    const timer = setInterval(() => onHeld(), TURN_DELAY_MS);
    return () => clearInterval(timer);
  }, [side]);
  return setSide;
};
