import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeliveryCheck } from './delivery-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const checkAt = (checkpoint: () => string) =>
  new DeliveryCheck({ activeGeneration: async () => '1-1', checkpoint: async () => checkpoint() });

it('the delivery check finds every position, whether the bus delivers it within a second or not', async () => {
  let checkpoint = '02';
  const delivery = checkAt(() => checkpoint);
  delivery.received({ position: '02' });
  expect(await delivery.missing()).toBeUndefined();
  checkpoint = '05';
  const late = delivery.missing();
  await vi.advanceTimersByTimeAsync(500);
  delivery.received({ position: '05' });
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toBeUndefined();
  checkpoint = '07';
  const lost = delivery.missing();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await lost).toBe('07');
});

it('the delivery check reports a loss that a message announces, until everything up to it was compared', async () => {
  let checkpoint = '02';
  const delivery = checkAt(() => checkpoint);
  delivery.received({ position: '02', afterLoss: true });
  expect(await delivery.missing()).toBe('02');
  // The comparison failed, so it is due again.
  expect(await delivery.missing()).toBe('02');
  checkpoint = '03';
  delivery.received({ position: '03', afterLoss: true });
  delivery.compared('02');
  expect(await delivery.missing()).toBe('03');
  delivery.compared('03');
  expect(await delivery.missing()).toBeUndefined();
  delivery.received({ position: '03', afterLoss: true });
  expect(await delivery.missing()).toBeUndefined();
});
