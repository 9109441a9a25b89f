import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { intoLanes } from '../../conflicts/lanes.ts';
import { type DayClock, minuteAt } from './day-clock.ts';

/** Shorter ones are drawn as long as this, in minutes. */
const MIN_MINUTES = 30;

/** Events side by side. The others are counted. */
export const MAX_LANES = 4;

type Span = Pick<TimedEvent, 'startsAt' | 'endsAt'>;

/** It lies in the band above the hours. */
export const isLong = ({ startsAt, endsAt }: Span): boolean => endsAt - startsAt >= 24 * HOUR_MS;

/** An event in the column of one day, in minutes since midnight as the clock shows them. */
export type Piece = {
  readonly event: TimedEvent;
  readonly top: number;
  readonly bottom: number;
  /** It goes on in the column before or after. */
  readonly opensAbove: boolean;
  readonly opensBelow: boolean;
};

/** An event drawn in one of some equally wide lanes. */
export type Block = Piece & { readonly lane: number; readonly lanes: number; readonly isCut: boolean };

/** Events for which there is no lane, beside the last one. */
export type Hidden = { readonly top: number; readonly events: readonly TimedEvent[] };

export type Packed = { readonly blocks: readonly Block[]; readonly hidden: readonly Hidden[] };

/** An event that starts in the first pass of an hour that comes twice, and ends later, is drawn through its end. */
const bottomOf = ({ startsAt, endsAt }: Span, clock: DayClock): number => {
  const { twice } = clock;
  const bottom = minuteAt(clock, endsAt);
  return twice !== undefined && startsAt < twice.at && endsAt > twice.at ? Math.max(bottom, twice.to) : bottom;
};

/** Where a span that reaches into a day is drawn, in minutes since midnight. */
export const minutesOn = (span: Span, clock: DayClock) => {
  const top = minuteAt(clock, span.startsAt);
  return { top, bottom: Math.max(bottomOf(span, clock), top + MIN_MINUTES) };
};

const pieceOf = (event: TimedEvent, clock: DayClock): Piece => ({
  event,
  ...minutesOn(event, clock),
  opensAbove: event.startsAt < clock.startsAt,
  opensBelow: event.endsAt > clock.endsAt,
});

const byTop = (a: Piece, b: Piece): number => a.top - b.top || byStartThenName(a.event, b.event);

/** The part of each event that lies on the day, from top to bottom. */
export const piecesOf = (events: readonly TimedEvent[], clock: DayClock): Piece[] =>
  events
    .filter((event) => !isLong(event) && event.endsAt > clock.startsAt && event.startsAt < clock.endsAt)
    .map((event) => pieceOf(event, clock))
    .sort(byTop);

/** Splits sorted pieces where nothing crosses. */
const groupsOf = (pieces: readonly Piece[]): Piece[][] => {
  const groups: Piece[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    if (piece.top >= bottom) groups.push([]);
    groups.at(-1)?.push(piece);
    bottom = Math.max(bottom, piece.bottom);
  }
  return groups;
};

const packedGroup = (group: readonly Piece[]): Packed => {
  const { lanes: placed, count } = intoLanes(
    group.map((piece) => ({ piece, startsAt: piece.top, endsAt: piece.bottom })),
  );
  const lanes = Math.min(count, MAX_LANES);
  const isCut = count > MAX_LANES;
  const blocks: Block[] = [];
  const rest: Piece[] = [];
  for (const [{ piece }, lane] of placed)
    if (lane < MAX_LANES) blocks.push({ ...piece, lane, lanes, isCut });
    else rest.push(piece);
  return {
    blocks,
    hidden: groupsOf(rest).map((pieces) => ({ top: pieces[0]?.top ?? 0, events: pieces.map(({ event }) => event) })),
  };
};

/** Puts overlapping pieces side by side. On screen nothing covers anything else. */
export const pack = (pieces: readonly Piece[]): Packed => {
  const groups = groupsOf(pieces).map(packedGroup);
  return { blocks: groups.flatMap(({ blocks }) => blocks), hidden: groups.flatMap(({ hidden }) => hidden) };
};
