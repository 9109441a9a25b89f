import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { expect, it } from 'vitest';
import { refuseFlood, writingPace } from './writing-pace.ts';

const HOUR = 3_600_000;

/** Somebody who writes twice a second, without a pause. */
const writer = (text: string) => {
  let now = 0;
  const context = { ...writingPace(2), clock: { now: () => now } };
  return {
    /** @returns how many of so many texts were taken. */
    write: (most: number): number => {
      for (let nth = 0; nth < most; nth++) {
        now += 500;
        if (isRefusal(refuseFlood(context, 'ada', text))) return nth;
      }
      return most;
    },
    rest: (ms: number) => {
      now += ms;
    },
    other: () => refuseFlood(context, 'ben', text),
  };
};

it('a person may write 10 MB at once, and then 10 MB a day, counted in bytes', () => {
  const longest = writer('漢'.repeat(5000));
  expect(longest.write(1000)).toBe(627);
  expect(longest.other()).toBeUndefined();
  longest.rest(24 * HOUR);
  expect(longest.write(1000)).toBe(627);
});

it('reactions, which have no text, count too', () => {
  const fast = writer('');
  const taken = fast.write(100_000);
  expect(taken).toBeGreaterThan(10_000);
  expect(taken).toBeLessThan(11_000);
});
