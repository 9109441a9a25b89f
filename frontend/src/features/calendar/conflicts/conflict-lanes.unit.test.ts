import { expect, it } from 'vitest';
import { drawingOf } from './conflict-lanes.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-05-14T16:00:00.000Z');
const block = (from: number, minutes: number) => ({
  startsAt: noon + from * MINUTE,
  endsAt: noon + (from + minutes) * MINUTE,
});
const draw = (event: ReturnType<typeof block>, ...others: ReturnType<typeof block>[]) =>
  drawingOf(event, others, 'America/New_York');

it('conflicting events are drawn to scale against the clock (EVENT-36)', () => {
  const drawing = draw(block(0, 60), block(-15, 45), block(45, 45));
  expect(drawing?.marks.map(({ label }) => label)).toEqual(['11:30 AM', '12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM']);
  expect(drawing && drawing.top(noon + 30 * MINUTE) - drawing.top(noon)).toBeCloseTo(66);
  expect(drawing?.columns).toBe(1);
});

it('events that overlap each other are drawn side by side', () => {
  const [a, b] = [block(0, 60), block(30, 60)];
  const drawing = draw(block(0, 60), a, b);
  expect([drawing?.columns, drawing?.columnOf(a), drawing?.columnOf(b)]).toEqual([2, 0, 1]);
});

it('nothing is drawn if the texts would not fit', () => {
  expect(draw(block(0, 24 * 60), block(0, 15))).toBeUndefined();
  expect(draw(block(0, 60), block(0, 60), block(0, 60), block(0, 60))).toBeUndefined();
});
