import { describe, expect, it } from 'vitest';
import { firstStop, stopBeside } from './stops.ts';

const stops = [
  [
    { key: 'a', top: 600 },
    { key: 'b', top: 720 },
  ],
  [],
  [
    { key: 'c', top: 540 },
    { key: 'd', top: 690 },
    { key: 'e', top: 900 },
  ],
];

describe('the keys of the grid', () => {
  it.each([
    ['a', 'ArrowDown', 'b'],
    ['b', 'ArrowDown', 'b'],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', 'a'],
  ])('go from %s by %s to %s within a day (GRID-13)', (from, arrow, to) => {
    expect(stopBeside(stops, from, arrow)?.key).toBe(to);
  });

  it.each([
    ['a', 'ArrowRight', 'c'],
    ['b', 'ArrowRight', 'd'],
    ['e', 'ArrowLeft', 'b'],
    ['c', 'ArrowLeft', 'a'],
  ])('go from %s by %s to %s, the nearest event of the next day that has one (GRID-13)', (from, arrow, to) => {
    expect(stopBeside(stops, from, arrow)?.key).toBe(to);
  });

  it('the keys of the grid leave the page past its last day (GRID-13)', () => {
    expect(stopBeside(stops, 'e', 'ArrowRight')).toBeUndefined();
    expect(stopBeside(stops, 'a', 'ArrowLeft')).toBeUndefined();
  });

  it('the keys of the grid begin with the first event from a time on, else with the last one of that day, else with another day (GRID-13)', () => {
    expect(
      [firstStop(stops, 2, 600), firstStop(stops, 0, 800), firstStop(stops, 1, 0)].map((stop) => stop?.key),
    ).toEqual(['d', 'b', 'a']);
    expect(firstStop([[], []], 0, 0)).toBeUndefined();
  });
});
