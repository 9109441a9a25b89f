import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BusTail } from './bus-tail.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tailAt = (checkpoint: () => string) =>
  new BusTail({ activeGeneration: async () => '1-1', checkpoint: async () => checkpoint() });

it('the bus tail finds every position, whether the bus delivers it within a second or not', async () => {
  let checkpoint = '02';
  const tail = tailAt(() => checkpoint);
  tail.received({ position: '02' });
  expect(await tail.missing()).toBeUndefined();
  checkpoint = '05';
  const late = tail.missing();
  await vi.advanceTimersByTimeAsync(500);
  tail.received({ position: '05' });
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toBeUndefined();
  checkpoint = '07';
  const lost = tail.missing();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await lost).toBe('07');
});

it('the bus tail reports a loss that a message announces, until everything up to it was compared', async () => {
  let checkpoint = '02';
  const tail = tailAt(() => checkpoint);
  tail.received({ position: '02', afterLoss: true });
  expect(await tail.missing()).toBe('02');
  // The comparison failed, so it is due again.
  expect(await tail.missing()).toBe('02');
  checkpoint = '03';
  tail.received({ position: '03', afterLoss: true });
  tail.compared('02');
  expect(await tail.missing()).toBe('03');
  tail.compared('03');
  expect(await tail.missing()).toBeUndefined();
  tail.received({ position: '03', afterLoss: true });
  expect(await tail.missing()).toBeUndefined();
});
