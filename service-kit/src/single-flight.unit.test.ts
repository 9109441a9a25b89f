import { describe, expect, it } from 'vitest';
import { freshSingleFlight } from './single-flight.ts';

/** A task whose runs end when they are told to. */
const task = () => {
  const ends: (() => void)[] = [];
  const run = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  return { ends, run };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('fresh shared runs', () => {
  it('fresh shared runs serve everyone who asked before a run started, later callers with the next, and never overlap', async () => {
    const { ends, run } = task();
    const ask = freshSingleFlight(run);
    const served: string[] = [];
    const askAs = (name: string) => void ask().then(() => served.push(name));
    askAs('first');
    askAs('second');
    await expect.poll(() => ends).toHaveLength(1);
    askAs('third');
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(() => ends).toHaveLength(2);
    expect(served).toEqual(['first', 'second']);
    ends[1]?.();
    await expect.poll(() => served).toEqual(['first', 'second', 'third']);
  });

  it('fresh shared runs wait for the rest of the run before, and fail with it', async () => {
    let begun = 0;
    const rests: ((failure?: Error) => void)[] = [];
    const ask = freshSingleFlight(
      async () => {
        begun += 1;
      },
      () => new Promise<void>((resolve, reject) => rests.push((failure) => (failure ? reject(failure) : resolve()))),
    );
    await ask();
    const late = [ask(), ask()];
    await turn();
    expect(begun).toBe(1);
    rests[0]?.();
    await Promise.all(late);
    expect(begun).toBe(2);
    const waiting = ask();
    rests[1]?.(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(begun).toBe(2);
  });

  it('fresh shared runs are retried after a failure', async () => {
    let begun = 0;
    const ask = freshSingleFlight(async () => {
      begun += 1;
      if (begun === 1) throw new Error('busy');
    });
    await expect(ask()).rejects.toThrow('busy');
    await ask();
    expect(begun).toBe(2);
  });
});
