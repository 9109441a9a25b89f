import { expect, it } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import { ReadMarker } from './read-marker.ts';

/** A reader of one chat with a clock of its own. */
const reader = (random = () => 0) => {
  const marked: string[] = [];
  const stored: string[] = [];
  const marks = { mark: ({ _id }: { _id: string }) => marked.push(_id), store: (id: string) => stored.push(id) };
  const marker = new ReadMarker(
    { mark: (one) => void marks.mark(one), store: (id) => void marks.store(id) },
    'm1',
    random,
  );
  let now = 0;
  return {
    marked,
    stored,
    marker,
    see: (id: string, isConnected = true) => marker.see(message(id, id), isConnected, now),
    pass: (milliseconds: number) => {
      const end = now + milliseconds;
      while (marker.nextTick <= end) {
        now = marker.nextTick;
        marker.tick(now);
      }
      now = end;
    },
  };
};

it('a message counts as read 400 ms after it was seen, also while others follow (CQRS-11)', () => {
  const { see, pass, marked } = reader();
  see('m1');
  for (const id of ['m2', 'm3', 'm4', 'm5', 'm6']) {
    see(id);
    pass(300);
  }
  expect(marked).toEqual(['m3', 'm5']);
});

it('without a connection no message is marked as read, and those seen are marked once it is back', () => {
  const { see, pass, marked, stored } = reader();
  see('m2', false);
  pass(60_000);
  expect([marked, stored]).toEqual([[], []]);
  see('m2');
  pass(400);
  expect(marked).toEqual(['m2']);
});

it('a read mark is stored at once when somebody starts or stops reading, and every 30 s in between (CQRS-11)', () => {
  const { see, pass, stored, marker } = reader();
  see('m2');
  pass(400);
  expect(stored).toEqual(['m2']);
  see('m3');
  pass(29_999);
  expect(stored).toEqual(['m2']);
  pass(1);
  expect(stored).toEqual(['m2', 'm3']);
  see('m4');
  marker.lookAway();
  expect(stored).toEqual(['m2', 'm3', 'm4']);
  expect(marker.nextTick).toBe(Number.POSITIVE_INFINITY);
});

it('30 readers of 2 messages a second store at most 3 marks a second in all, and each every 30 to 60 s (CQRS-11)', () => {
  let random = 0;
  const next = () => {
    random = (random + 0.618) % 1;
    return random;
  };
  const readers = Array.from({ length: 30 }, () => reader(next));
  const stored = () => readers.reduce((sum, one) => sum + one.stored.length, 0);
  const show = (id: string, milliseconds: number) => {
    for (const { see, pass } of readers) {
      see(id);
      pass(milliseconds);
    }
  };
  show('m1', 1_000);
  const eachSecond: number[] = [];
  for (let number = 2; number < 122; number += 2) {
    const before = stored();
    show(`m${number}`, 500);
    show(`m${number + 1}`, 500);
    eachSecond.push(stored() - before);
  }
  expect(Math.max(...eachSecond)).toBeLessThanOrEqual(3);
  expect(eachSecond.slice(0, 29).every((count) => count === 0)).toBe(true);
  expect(readers.every((one) => one.stored.length >= 1 && one.stored.length <= 2)).toBe(true);
});
