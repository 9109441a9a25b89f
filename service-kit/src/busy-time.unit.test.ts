import { describe, expect, it } from 'vitest';
import { measured, measuringWaits } from './busy-time.ts';

/** Milliseconds of a processor. */
const used = (): number => process.cpuUsage().user / 1000;
/** Keeps the event loop busy. */
const toil = (ms: number): void => {
  for (const end = used() + ms; used() < end; );
};
const port = measuringWaits({
  wait: (event: Promise<void>) => event,
  nested: { answer: () => 42 },
});
const timeOf = async (work: () => Promise<void>): Promise<number> => {
  let spent = Number.NaN;
  await measured(work, (ms) => {
    spent = ms;
  }).catch(() => undefined);
  return spent;
};

describe('the measured time of a piece of work', () => {
  it('the measured time of a piece of work has its own code before and after it waits, and not the code that runs meanwhile', async () => {
    let happens: () => void = () => undefined;
    const event = new Promise<void>((resolve) => {
      happens = resolve;
    });
    const short = timeOf(async () => {
      toil(20);
      await port.wait(event);
      toil(20);
    });
    const long = timeOf(async () => {
      toil(400);
      happens();
    });
    const [least, most] = [await short, await long];
    expect(least).toBeGreaterThanOrEqual(40);
    expect(most).toBeGreaterThanOrEqual(400);
    expect(least).toBeLessThan(400);
  });

  it('the measured time of a piece of work ends when the work fails, and leaves ports as they are', async () => {
    const failing = timeOf(async () => {
      toil(5);
      await Promise.reject(new Error('no'));
    });
    expect(await failing).toBeGreaterThanOrEqual(5);
    expect(port.nested.answer()).toBe(42);
  });
});
