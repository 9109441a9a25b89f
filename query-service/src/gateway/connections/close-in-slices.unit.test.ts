import { describe, expect, it } from 'vitest';
import { closeInSlices } from './close-in-slices.ts';

/** How many connections are closed between two pauses. */
const slicesOf = async (connections: number): Promise<readonly number[]> => {
  const slices = [0];
  const all = Array.from({ length: connections }, (_, index) => index);
  const closed: number[] = [];
  await closeInSlices(
    all,
    (connection) => {
      closed.push(connection);
      slices.push((slices.pop() ?? 0) + 1);
    },
    async () => slices.push(0),
  );
  expect(closed).toEqual(all);
  return slices;
};

describe('a gateway that closes', () => {
  it('a gateway that closes disconnects 50 connections at a time', async () => {
    expect(await slicesOf(200)).toEqual([50, 50, 50, 50]);
    expect(await slicesOf(51)).toEqual([50, 1]);
    expect(await slicesOf(0)).toEqual([0]);
  });

  it('a gateway that closes needs at most 80 slices, no matter how many connections it has (RUN-07)', async () => {
    const slices = await slicesOf(20_000);
    expect(slices.length).toBe(80);
    expect(Math.max(...slices)).toBe(250);
  });
});
