import type { RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it } from 'vitest';
import { NewestEvents } from './newest-events.ts';

const eventsFrom = (first: number, count: number): RecordedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    position: String(first + index),
    stream: 'message-1',
    revision: first + index,
    id: `event ${first + index}`,
    type: 'MessagePosted',
    data: '{}',
    metadata: '{}',
    recordedAt: '2026-01-05T14:00:00.000Z',
  }));
const positions = (events: readonly RecordedEvent[] | undefined) => events?.map(({ position }) => Number(position));

describe('the newest events', () => {
  it('are returned after a position, up to a limit', () => {
    const newest = new NewestEvents(10);
    newest.add(5, eventsFrom(5, 4));
    expect(positions(newest.after(4, 10))).toEqual([5, 6, 7, 8]);
    expect(positions(newest.after(5, 2))).toEqual([6, 7]);
  });

  it('are unknown before the first kept and after the last', () => {
    const newest = new NewestEvents(10);
    expect(newest.after(0, 10)).toBeUndefined();
    newest.add(5, eventsFrom(5, 4));
    expect(newest.after(3, 10)).toBeUndefined();
    expect(newest.after(8, 10)).toBeUndefined();
  });

  it('are dropped when there is a gap to the next', () => {
    const newest = new NewestEvents(10);
    newest.add(5, eventsFrom(5, 4));
    newest.add(10, eventsFrom(10, 2));
    expect(newest.after(4, 10)).toBeUndefined();
    expect(newest.after(8, 10)).toBeUndefined();
    expect(positions(newest.after(9, 10))).toEqual([10, 11]);
  });

  it('are limited in number', () => {
    const newest = new NewestEvents(10);
    for (let first = 1; first <= 100; first += 3) newest.add(first, eventsFrom(first, 3));
    expect(newest.after(79, 100)).toBeUndefined();
    expect(positions(newest.after(92, 100))).toEqual([93, 94, 95, 96, 97, 98, 99, 100, 101, 102]);
  });

  it('are dropped when they are in doubt', () => {
    const newest = new NewestEvents(10);
    newest.add(5, eventsFrom(5, 4));
    newest.clear();
    expect(newest.after(4, 10)).toBeUndefined();
    newest.add(9, eventsFrom(9, 1));
    expect(positions(newest.after(8, 10))).toEqual([9]);
  });
});
