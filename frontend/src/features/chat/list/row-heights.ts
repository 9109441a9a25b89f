/** The ids of the messages in a row. The first one names the row. */
export type RowIds = readonly [string, ...string[]];

/** Rows from `from` up to, but not including, `to`. */
export type Range = { readonly from: number; readonly to: number };

/** Pixels of a row before any was measured. */
const FIRST_ESTIMATE = 48;

/** The heights of rows: those that were measured, and for all others the mean of the first ones. */
export class RowHeights {
  readonly #known = new Map<string, number>();
  #estimate: number | undefined;

  /** @returns whether rows that were not measured have another height now. */
  take(heights: readonly (readonly [string, number])[]): boolean {
    for (const [id, height] of heights) this.#known.set(id, height);
    // It stays the same from then on, because a new estimate would move all rows.
    if (this.#estimate !== undefined || heights.length === 0) return false;
    this.#estimate = heights.reduce((sum, [, height]) => sum + height, 0) / heights.length;
    return true;
  }

  /** Where each row begins, and at last where the rows end. */
  topsOf(rows: readonly RowIds[]): readonly number[] {
    const tops = [0];
    let top = 0;
    for (const [id] of rows) {
      top += this.#known.get(id) ?? this.#estimate ?? FIRST_ESTIMATE;
      tops.push(top);
    }
    return tops;
  }
}

/** The rows between two positions. */
export const rowsBetween = (tops: readonly number[], upper: number, lower: number): Range => {
  const last = tops.length - 1;
  const from = tops.findLastIndex((top, index) => top <= upper && index < last);
  const to = tops.findIndex((top) => top >= lower);
  return { from: Math.max(0, from), to: to === -1 ? last : to };
};

/** -1 where there is none. */
export const rowOf = (rows: readonly RowIds[], messageId: string): number =>
  rows.findLastIndex((ids) => ids.includes(messageId));
