import type { Place } from '../../../data/message/reading/reading-slice.ts';
import { type Range, RowHeights, type RowIds, rowOf, rowsBetween } from './row-heights.ts';

/** The box that scrolls. Its position is the only thing that the controller changes. */
export type ScrollArea = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/** The rows to draw, and whether the reader is at the end of the list. */
export type View = Range & { readonly isAtEnd: boolean };

/** A row, and its place in the window: at the top unless stated otherwise. */
export type Target = Place & { readonly align?: 'start' | 'center' | 'end' };

/**
 * - `atEnd`: the newest message stays in view.
 * - `reading`: what is in view stays where it is.
 * - `jumping`: the target stays in place while rows around it are measured, until the reader moves the list.
 */
type State =
  | { readonly name: 'atEnd' }
  | { readonly name: 'reading' }
  | { readonly name: 'jumping'; readonly target: Target };

/** A row in view, and how far its top is below that of the window. */
type Anchor = { readonly messageId: string; readonly y: number };

const AT_END: State = { name: 'atEnd' };
const READING: State = { name: 'reading' };

/** Pixels from the end that still count as the end. */
const NEAR_END_PX = 48;
/** Pixels drawn above and below the window. More is drawn once there are fewer than the second number. */
const OVERSCAN_PX = 900;
const MIN_DRAWN_AROUND = 300;

/**
 * Decides which rows of a chat are drawn, and where the list is scrolled to. `view` says what to draw; after each change
 * of what is drawn, and before the browser paints, `settle` takes its heights and puts the list where it belongs. So a
 * scroll event at any other position is the reader's doing. Methods that return a boolean say whether to draw again.
 */
export class ScrollController {
  readonly #heights = new RowHeights();
  #area: ScrollArea | undefined;
  #state: State;
  /** Where to jump once its message is among the rows. */
  #awaited: Target | undefined;
  /** The reader turns away from the end, and the list is not at rest yet. */
  #goesUp = false;
  #anchors: readonly Anchor[] = [];
  #rows: readonly RowIds[] = [];
  #reachesNewest = true;
  #drawn: View;
  #top = 0;
  #height = 0;
  #belowWindow = 0;

  /** @param begin where the chat opens; undefined for its end. */
  constructor(begin?: Target) {
    this.#state = begin === undefined ? AT_END : { name: 'jumping', target: begin };
    this.#drawn = { from: 0, to: 0, isAtEnd: begin === undefined };
  }

  attach(area: ScrollArea | undefined): void {
    this.#area = area;
  }

  /** The range of these rows to draw. The present range stays while it is enough. */
  view(rows: readonly RowIds[]): View {
    const isAtEnd = this.#isAtEnd();
    if (rows === this.#rows && this.#isDrawnAround(MIN_DRAWN_AROUND)) return { ...this.#drawn, isAtEnd };
    const tops = this.#heights.topsOf(rows);
    const end = Math.max(0, (tops.at(-1) ?? 0) - this.#height);
    const top = Math.max(0, Math.min(this.#wantedTop(rows), end));
    return { ...rowsBetween(tops, top - OVERSCAN_PX, top + this.#height + OVERSCAN_PX), isAtEnd };
  }

  /** Pixels that a range of rows takes. */
  extentOf(rows: readonly RowIds[], { from, to }: Range): number {
    const tops = this.#heights.topsOf(rows);
    return (tops[to] ?? 0) - (tops[from] ?? 0);
  }

  /**
   * @param drawn what `view` returned for these rows.
   * @param heights of the drawn rows by their ids.
   * @param reachesNewest whether the last row is the newest. Only then does the list stay at its end.
   */
  settle(
    rows: readonly RowIds[],
    drawn: View,
    heights: readonly (readonly [string, number])[],
    reachesNewest: boolean,
  ): boolean {
    if (this.#isMovedByReader()) this.scrolled();
    const isEstimated = this.#heights.take(heights);
    if (rows !== this.#rows) this.#turnTo(rows);
    this.#drawn = drawn;
    this.#reachesNewest = reachesNewest;
    this.#state = this.#stateAmong(rows);
    this.#move();
    // A jump to one of the last messages leads to the end.
    if (this.#state.name === 'jumping' && drawn.to === rows.length && this.#isNewestAt(1)) this.#state = AT_END;
    return isEstimated || this.#isStale();
  }

  /** The list has moved. */
  scrolled(): boolean {
    const before = this.#top;
    this.#look();
    if (Math.abs(this.#top - before) < 1) return false;
    this.#awaited = undefined;
    this.#goesUp = this.#top < before;
    this.#state = !this.#goesUp && this.#isNewestAt(NEAR_END_PX) ? AT_END : READING;
    this.#remember(this.#top);
    return this.#isStale();
  }

  /** The wheel is turned. It moves the list only later, and nothing that arrives before that may hold the list. */
  wheel(deltaY: number): void {
    this.takeOver();
    if (deltaY >= 0 || this.#top === 0) return;
    this.#goesUp = true;
    this.#state = READING;
  }

  /** The reader scrolls by hand, which ends a jump. */
  takeOver(): void {
    this.#awaited = undefined;
    if (this.#state.name === 'jumping') this.#state = READING;
  }

  /** The list has come to rest. */
  rest(): boolean {
    this.#goesUp = false;
    if (this.#state.name === 'reading' && this.#isNewestAt(1)) this.#state = AT_END;
    return this.#isStale();
  }

  /**
   * Shows a message. If it is not among the rows, they jump when it comes, unless the reader moves the list before.
   * @returns whether it is among the rows.
   */
  jump(target: Target): boolean {
    const isHere = rowOf(this.#rows, target.messageId) !== -1;
    this.#awaited = isHere ? undefined : target;
    if (isHere) this.#state = { name: 'jumping', target };
    return isHere;
  }

  /** Moves the list no further than it takes to show a message. */
  bringIntoView(messageId: string): void {
    const index = rowOf(this.#rows, messageId);
    const align = index === -1 ? undefined : this.#hiddenEdge(index);
    this.#awaited = undefined;
    if (align !== undefined) this.#state = { name: 'jumping', target: { messageId, align, offset: 0 } };
  }

  awaits(messageId: string): boolean {
    return this.#awaited?.messageId === messageId;
  }

  toEnd(): void {
    this.#awaited = undefined;
    this.#state = AT_END;
  }

  /** Where the reader is: the message at the upper edge of the window. Undefined at the newest message. */
  get place(): Place | undefined {
    if (this.#reachesNewest && this.#isAtEnd()) return undefined;
    const tops = this.#heights.topsOf(this.#rows);
    const { from } = rowsBetween(tops, this.#top, this.#top);
    const row = this.#rows[from];
    return row && { messageId: row[0], offset: this.#top - (tops[from] ?? 0) };
  }

  /** On which side of the window a message begins; undefined if it is not among the rows. */
  sideOf(messageId: string): 'above' | 'inView' | 'below' | undefined {
    const index = rowOf(this.#rows, messageId);
    if (index === -1) return undefined;
    const y = (this.#heights.topsOf(this.#rows)[index] ?? 0) - this.#top;
    if (y < 0) return 'above';
    return y < this.#height ? 'inView' : 'below';
  }

  /** Whether rows around the window are missing, or the end was reached or left. */
  #isStale(): boolean {
    return this.#isAtEnd() !== this.#drawn.isAtEnd || !this.#isDrawnAround(MIN_DRAWN_AROUND);
  }

  /** Whether the list was moved, and its event is still to come. A list that became too short moves by itself. */
  #isMovedByReader(): boolean {
    if (this.#area === undefined) return false;
    const isTooShort = this.#top > this.#area.scrollHeight - this.#area.clientHeight;
    return !isTooShort && Math.abs(this.#area.scrollTop - this.#top) >= 1;
  }

  #isAtEnd(): boolean {
    return this.#state.name === 'atEnd' || (this.#rows.length > 0 && this.#belowWindow < NEAR_END_PX);
  }

  #isNewestAt(distance: number): boolean {
    return this.#reachesNewest && this.#belowWindow < distance;
  }

  #isDrawnAround(pixels: number): boolean {
    const tops = this.#heights.topsOf(this.#rows);
    const needed = rowsBetween(tops, this.#top - pixels, this.#top + this.#height + pixels);
    return this.#drawn.from <= needed.from && this.#drawn.to >= needed.to;
  }

  #turnTo(rows: readonly RowIds[]): void {
    // A reader at rest near the end follows new messages.
    if (this.#state.name === 'reading' && !this.#goesUp && this.#isNewestAt(NEAR_END_PX)) this.#state = AT_END;
    // The first row in view may lose its header to rows above it. Those below it must not move.
    if (this.#anchors.length > 1) this.#anchors = this.#anchors.slice(1);
    this.#rows = rows;
  }

  #stateAmong(rows: readonly RowIds[]): State {
    const target = this.#targetAmong(rows);
    if (target !== undefined) {
      if (target === this.#awaited) this.#awaited = undefined;
      return { name: 'jumping', target };
    }
    const isKept = this.#anchors.some(({ messageId }) => rowOf(rows, messageId) !== -1);
    return this.#state.name === 'atEnd' || (!isKept && this.#reachesNewest) ? AT_END : READING;
  }

  #targetAmong(rows: readonly RowIds[]): Target | undefined {
    if (this.#awaited !== undefined && rowOf(rows, this.#awaited.messageId) !== -1) return this.#awaited;
    const target = this.#state.name === 'jumping' ? this.#state.target : undefined;
    return target && rowOf(rows, target.messageId) !== -1 ? target : undefined;
  }

  #wantedTop(rows: readonly RowIds[]): number {
    const target = this.#targetAmong(rows);
    if (target !== undefined) return this.#topFor(rows, target);
    const anchor = this.#anchors.find(({ messageId }) => rowOf(rows, messageId) !== -1);
    const isEndWanted = this.#state.name === 'atEnd' || anchor === undefined;
    if (isEndWanted && this.#reachesNewest) return Number.POSITIVE_INFINITY;
    if (anchor === undefined) return this.#top;
    return (this.#heights.topsOf(rows)[rowOf(rows, anchor.messageId)] ?? 0) - anchor.y;
  }

  #topFor(rows: readonly RowIds[], { messageId, align = 'start', offset }: Target): number {
    const tops = this.#heights.topsOf(rows);
    const index = rowOf(rows, messageId);
    const [top = 0, bottom = 0] = tops.slice(index, index + 2);
    const spare = this.#height - (bottom - top);
    return top - { start: 0, center: spare / 2, end: spare }[align] + offset;
  }

  /** The edge of the window at which a row is cut off. */
  #hiddenEdge(index: number): 'start' | 'end' | undefined {
    const [top = 0, bottom = 0] = this.#heights.topsOf(this.#rows).slice(index, index + 2);
    if (top < this.#top) return 'start';
    return bottom > this.#top + this.#height ? 'end' : undefined;
  }

  #move(): void {
    if (this.#area === undefined) return;
    this.#height = this.#area.clientHeight;
    const top = Math.max(0, Math.min(this.#wantedTop(this.#rows), this.#area.scrollHeight - this.#height));
    if (Math.abs(this.#area.scrollTop - top) >= 1) this.#area.scrollTop = top;
    this.#look();
    // The browser rounds. The wanted position is remembered, so that small differences do not add up.
    this.#remember(top);
  }

  #look(): void {
    if (this.#area === undefined) return;
    this.#top = this.#area.scrollTop;
    this.#height = this.#area.clientHeight;
    this.#belowWindow = this.#area.scrollHeight - this.#top - this.#height;
  }

  /** Rows that begin in view hold it, those that the reader sees before those that are not drawn yet. */
  #remember(top: number): void {
    const tops = this.#heights.topsOf(this.#rows);
    const { from, to } = rowsBetween(tops, top, top + this.#height);
    const rows = this.#rows.slice(from, to);
    const anchors = rows.map(([messageId], at) => ({ messageId, y: (tops[from + at] ?? 0) - top, index: from + at }));
    const isDrawn = ({ index }: { readonly index: number }) => index >= this.#drawn.from && index < this.#drawn.to;
    const drawn = anchors.filter(isDrawn);
    const seen = drawn.length > 0 ? drawn : anchors;
    const below = seen.filter(({ y }) => y >= 0);
    this.#anchors = below.length > 0 ? below : seen;
  }
}
