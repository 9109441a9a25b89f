import { localDate, startOfDay } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { intoLanes } from './lanes.ts';

export type Block = { readonly startsAt: number; readonly endsAt: number };

export type Drawing<B extends Block> = {
  /** Pixels. */
  readonly height: number;
  readonly marks: readonly { readonly at: number; readonly top: number; readonly label: string }[];
  readonly top: (ms: number) => number;
  readonly columns: number;
  readonly columnOf: (block: B) => number;
};

const AROUND_LIMIT = 15 * MINUTE_MS;
const PIXELS_PER_MINUTE = 2.2;
/** Pixels. */
const BOTTOM_SPACE_PX = 10;
/** Four lines of text. */
const MIN_BLOCK = 88;
const MAX_HEIGHT = 620;
const MIN_MARK = 44;
const MARK_MINUTES = [15, 30, 60, 120, 180, 360, 720, 1440];

/**
 * A time scale on which the new event and its conflicts can be drawn with room for their texts. Undefined when their
 * lengths differ too much, or too many overlap.
 */
export const drawingOf = <B extends Block>(
  event: Block,
  conflicts: readonly B[],
  timeZone: string,
): Drawing<B> | undefined => {
  const all: readonly Block[] = [event, ...conflicts];
  const from = Math.min(...all.map(({ startsAt }) => startsAt)) - AROUND_LIMIT;
  const to = Math.max(...all.map(({ endsAt }) => endsAt));
  const shortest = Math.min(...all.map(({ startsAt, endsAt }) => endsAt - startsAt)) / MINUTE_MS;
  const scale = Math.max(PIXELS_PER_MINUTE, MIN_BLOCK / shortest);
  const minutes = (to - from) / MINUTE_MS;
  const { lanes, count } = intoLanes(conflicts);
  if (minutes * scale > MAX_HEIGHT || count > 2) return undefined;
  const step = MARK_MINUTES.find((one) => one * scale >= MIN_MARK) ?? 1440;
  const top = (ms: number) => ((ms - from) / MINUTE_MS) * scale;
  const day = Date.parse(startOfDay(localDate(from, timeZone), timeZone));
  const first = day + Math.ceil((from - day) / (step * MINUTE_MS)) * step * MINUTE_MS;
  const marks = [];
  for (let at = first; at <= to; at += step * MINUTE_MS)
    marks.push({ at, top: top(at), label: timeLabel(at, timeZone) });
  return {
    height: minutes * scale + BOTTOM_SPACE_PX,
    marks,
    top,
    columns: count,
    columnOf: (block) => lanes.get(block) ?? 0,
  };
};
