import { expect, it } from 'vitest';
import { CountedTail } from './counted-tail.ts';

const place = (n: number): string => String(n).padStart(8, '0');

const logOf = (length: number) => {
  const events = Array.from({ length }, (_, i) => ({ position: place(i + 1) }));
  const asked: number[] = [];
  let handedOut = 0;
  const tail = new CountedTail(async (after, limit) => {
    asked.push(limit);
    const page = events.filter(({ position }) => position > after).slice(0, limit);
    handedOut += page.length;
    return page;
  });
  return { events, tail, asked, handedOut: () => handedOut };
};

it('counts what comes after a position, up to a cap', async () => {
  const { tail } = logOf(2_500);
  expect([await tail.count('', 10_000), await tail.count('', 2_000), await tail.count(place(2_499), 10)]).toEqual([
    2_500, 2_000, 1,
  ]);
  expect([await tail.count(place(2_500), 10), await tail.count(place(2_400), 10_000)]).toEqual([0, 100]);
});

it('reads every event once, however often somebody asks who comes nearer', async () => {
  const { events, tail, handedOut } = logOf(5_000);
  for (let at = 0; at <= 5_000; at += 250) expect(await tail.count(place(at), 10_000)).toBe(5_000 - at);
  expect(handedOut()).toBe(5_000);

  events.push({ position: place(5_001) });
  expect(await tail.count(place(5_000), 10_000)).toBe(1);
  expect(handedOut()).toBe(5_001);
});

it('asks for a bounded piece at a time, whatever the cap', async () => {
  const { tail, asked } = logOf(45_000);
  expect(await tail.count('', Number.MAX_SAFE_INTEGER)).toBe(45_000);
  expect(Math.max(...asked)).toBe(1_000);
  expect(await tail.count(place(10), Number.MAX_SAFE_INTEGER)).toBe(44_990);
});

it('counts for several at once, and again after a failure', async () => {
  let fails = true;
  const { events } = logOf(10);
  const tail = new CountedTail(async (after, limit) => {
    await Promise.resolve();
    if (fails) throw new Error('away');
    return events.filter(({ position }) => position > after).slice(0, limit);
  });
  await expect(tail.count('', 100)).rejects.toThrow('away');
  fails = false;
  expect(await Promise.all([tail.count('', 100), tail.count(place(4), 100), tail.count('', 3)])).toEqual([10, 6, 3]);
});
