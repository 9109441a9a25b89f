import type { Change } from './frames.ts';

/**
 * The changes that came in lately. A load whose answer was read before a change came, but arrives after it, would lose
 * it: whoever loads takes a mark first and applies what came since again. All patches allow that.
 */
export type RecentFrames = {
  readonly mark: () => number;
  readonly add: (change: Change) => void;
  readonly since: (mark: number) => readonly Change[];
};

const KEPT = 1_000;

export const createRecentFrames = (): RecentFrames => {
  let added = 0;
  let kept: Change[] = [];
  return {
    mark: () => added,
    add: (change) => {
      added += 1;
      kept.push(change);
      if (kept.length > 2 * KEPT) kept = kept.slice(-KEPT);
    },
    since: (mark) => kept.slice(Math.max(0, kept.length - (added - mark))),
  };
};
