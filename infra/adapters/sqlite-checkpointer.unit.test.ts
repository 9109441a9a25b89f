import { describe, expect, it } from 'vitest';
import { copyLog, emptyLog } from './sqlite-checkpointer.ts';

/** A log to which others commit while it is copied: this share of what each checkpoint copies. */
const busyLog = (pages: number, share: number) => {
  const stops: number[] = [];
  let [log, copied] = [pages, 0];
  const run = (mode: string) => {
    const open = log - copied;
    // Commits wait for these.
    if (mode !== 'PASSIVE') stops.push(open);
    copied = log;
    log += mode === 'PASSIVE' ? Math.floor(open * share) : 0;
    return { busy: 0, log: copied, checkpointed: copied };
  };
  return { run, stops };
};

describe('a write-ahead log', () => {
  it('a write-ahead log that is long and written to makes commits wait only for its last few pages', () => {
    const { run, stops } = busyLog(30_000, 0.25);
    copyLog(run);
    expect(stops).toHaveLength(1);
    expect(stops[0]).toBeLessThanOrEqual(100);
  });

  it('a write-ahead log that is emptied makes commits wait only for its last few pages', () => {
    const { run, stops } = busyLog(30_000, 0.25);
    expect(emptyLog(run)).toBe(true);
    expect(stops[0]).toBeLessThanOrEqual(100);
  });

  it('a write-ahead log that grows as fast as it is copied makes no commit wait until something is erased (SAFE-01)', () => {
    const { run, stops } = busyLog(30_000, 1);
    copyLog(run);
    expect(stops).toEqual([]);
    expect(emptyLog(run)).toBe(true);
  });
});
