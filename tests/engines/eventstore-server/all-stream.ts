import type { StoredEvent } from './stored-event.ts';

/** A position in `$all`. Events have `commit` equal to `prepare`; a checkpoint between events has `prepare` 0. */
export type Position = { readonly commit: bigint; readonly prepare: bigint };

/** Index of the first event at the position or after it. */
export function indexFrom(events: readonly StoredEvent[], from: Position): number {
  return firstIndex(events, ({ position }) => compare({ commit: position, prepare: position }, from) >= 0);
}

/** Index of the first event after the position. */
export function indexAfter(events: readonly StoredEvent[], after: Position): number {
  return firstIndex(events, ({ position }) => compare({ commit: position, prepare: position }, after) > 0);
}

function compare(left: Position, right: Position): number {
  if (left.commit !== right.commit) return left.commit < right.commit ? -1 : 1;
  if (left.prepare !== right.prepare) return left.prepare < right.prepare ? -1 : 1;
  return 0;
}

/** Binary search: the condition holds from some index to the end. */
function firstIndex(events: readonly StoredEvent[], holds: (event: StoredEvent) => boolean): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = events[middle];
    if (event && holds(event)) high = middle;
    else low = middle + 1;
  }
  return low;
}
