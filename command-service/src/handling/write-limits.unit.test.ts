import { expect, it } from 'vitest';
import { writeLimits } from './write-limits.ts';

const HOUR = 3_600_000;

const actor = (userId: string) => ({ userId, sessionId: '', profileComplete: true });

/** Somebody who writes twice a second, without a pause. */
const writer = (content: string) => {
  let now = 0;
  const limits = writeLimits(2, { now: () => now });
  return {
    /** @returns how many of so many texts were taken. */
    write: (max: number): number => {
      for (let nth = 0; nth < max; nth++) {
        now += 500;
        if (limits('write', actor('ada'), { content }) !== undefined) return nth;
      }
      return max;
    },
    rest: (ms: number) => {
      now += ms;
    },
    other: () => limits('write', actor('ben'), { content }),
  };
};

it('a person may write 10 MB at once, and then 10 MB a day, counted in bytes', () => {
  const longest = writer('漢'.repeat(5000));
  expect(longest.write(1000)).toBe(626);
  expect(longest.other()).toBeUndefined();
  longest.rest(24 * HOUR);
  expect(longest.write(1000)).toBe(626);
});

it('a person may make 500 events at once, also personal ones, and then 500 a day, whatever they delete again', () => {
  let now = 0;
  const limits = writeLimits(1000, { now: () => now });
  const make = (groupId: string) => limits('announce', actor('ada'), { groupId });
  for (let nth = 0; nth < 500; nth++) expect(make(nth % 2 === 0 ? 'my-q' : 'rowing')).toBeUndefined();
  for (const groupId of ['my-q', 'rowing'])
    expect(make(groupId)).toEqual({ refused: 'event/too-many-today', params: undefined, retryAfter: 173 });
  expect(limits('announce', actor('ben'), { groupId: 'my-q' })).toBeUndefined();
  now += HOUR;
  for (let nth = 0; nth < 20; nth++) expect(make('rowing')).toBeUndefined();
  expect(make('rowing')).toMatchObject({ refused: 'event/too-many-today' });
});

it('reactions, which have no text, count toward the limit of writing too', () => {
  const fast = writer('');
  const taken = fast.write(100_000);
  expect(taken).toBeGreaterThan(10_000);
  expect(taken).toBeLessThan(11_000);
});
