import { describe, expect, it } from 'vitest';
import { ThrottledSingleFlight } from './throttled-single-flight.ts';

/** A task whose runs end when they are told to. */
const task = () => {
  const ends: (() => void)[] = [];
  const run = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  return { ends, run };
};

describe('shared runs', () => {
  it('serve everyone who asked before a run started, and later callers with the next', async () => {
    const { ends, run } = task();
    const runs = new ThrottledSingleFlight(run, 5);
    const served: string[] = [];
    const ask = (name: string) => void runs.ask().then(() => served.push(name));

    ask('first');
    ask('second');
    await expect.poll(() => ends).toHaveLength(1);
    ask('third');
    ends[0]?.();
    await expect.poll(() => ends).toHaveLength(2);
    expect(served).toEqual(['first', 'second']);
    ends[1]?.();
    await expect.poll(() => served).toEqual(['first', 'second', 'third']);
    runs.stop();
  });

  it('never overlap, however long one takes', async () => {
    const { ends, run } = task();
    const runs = new ThrottledSingleFlight(run, 0);
    const first = runs.ask();
    await expect.poll(() => ends).toHaveLength(1);
    const second = runs.ask();
    // Timers of one length end in the order in which they began.
    const later = new ThrottledSingleFlight(async () => {}, 0);
    await later.ask();
    await later.ask();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await expect.poll(() => ends).toHaveLength(2);
    ends[1]?.();
    await second;
    runs.stop();
    later.stop();
  });

  it('are spaced out, and reject waiting callers when stopped', async () => {
    let begun = 0;
    const runs = new ThrottledSingleFlight(async () => {
      begun += 1;
    }, 3_600_000);
    await runs.ask();
    const late = [runs.ask(), runs.ask()];
    runs.stop();
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(begun).toBe(1);
  });

  it('are retried after a failure', async () => {
    let begun = 0;
    const runs = new ThrottledSingleFlight(async () => {
      begun += 1;
      if (begun === 1) throw new Error('busy');
    }, 0);
    await expect(runs.ask()).rejects.toThrow('busy');
    await runs.ask();
    expect(begun).toBe(2);
    runs.stop();
  });
});
