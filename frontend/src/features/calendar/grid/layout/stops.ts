import type { Band, Bar } from './band.ts';
import type { Packed } from './pack.ts';

/** The stops of the keys in the column of a day, from top to bottom. */
export type Stop = { readonly key: string; readonly top: number };

export const keyOfBlock = (date: string, id: string): string => `${date} ${id}`;
export const keyOfHidden = (date: string, top: number): string => `${date} +${top}`;

/** Bars lie above the hours. */
const stopOfBar = (date: string, { event, row }: Bar): Stop => ({ key: keyOfBlock(date, event.id), top: row - 100 });

/** The stops of each day. A bar is one of its first day on show. */
export const stopsOf = (dates: readonly string[], columns: readonly Packed[], band: Band): Stop[][] =>
  dates.map((date, index) => {
    const bars = band.bars.filter(({ first }) => first === index).map((bar) => stopOfBar(date, bar));
    const more = (band.hidden[index]?.length ?? 0) > 0 ? [{ key: keyOfHidden(date, -1), top: -1 }] : [];
    const { blocks = [], hidden = [] } = columns[index] ?? {};
    return [
      ...bars,
      ...more,
      ...blocks.map(({ event, top }) => ({ key: keyOfBlock(date, event.id), top })),
      ...hidden.map(({ top }) => ({ key: keyOfHidden(date, top), top })),
    ].sort((a, b) => a.top - b.top);
  });

/** The stop that is nearest to a height. */
const nearest = (stops: readonly Stop[], top: number): Stop | undefined =>
  [...stops].sort((a, b) => Math.abs(a.top - top) - Math.abs(b.top - top))[0];

/** The nearest stop of the first column from `index` on, to the side of the arrow, that has one. */
export const stopAcross = (
  stops: readonly (readonly Stop[])[],
  index: number,
  arrow: string,
  top: number,
): Stop | undefined => {
  const by = arrow === 'ArrowLeft' ? -1 : 1;
  for (let at = index; at >= 0 && at < stops.length; at += by) {
    const found = nearest(stops[at] ?? [], top);
    if (found) return found;
  }
  return undefined;
};

/** Where an arrow leads from a stop; undefined past the last day, and where there are no stops. */
export const stopBeside = (
  stops: readonly (readonly Stop[])[],
  key: string | undefined,
  arrow: string,
): Stop | undefined => {
  const column = stops.findIndex((day) => day.some((stop) => stop.key === key));
  const day = stops[column] ?? [];
  const row = day.findIndex((stop) => stop.key === key);
  const { top = 0 } = day[row] ?? {};
  switch (arrow) {
    case 'ArrowUp':
      return day[Math.max(0, row - 1)];
    case 'ArrowDown':
      return day[Math.min(day.length - 1, row + 1)];
    default:
      return stopAcross(stops, column + (arrow === 'ArrowLeft' ? -1 : 1), arrow, top);
  }
};

/** The stop to begin with: the first from a minute of a day on, else the day's last, else that of another day. */
export const firstStop = (stops: readonly (readonly Stop[])[], index: number, minute: number): Stop | undefined => {
  const day = stops[index] ?? [];
  return day.find(({ top }) => top >= minute) ?? day.at(-1) ?? stopAcross(stops, 0, 'ArrowRight', 0);
};
