import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it } from 'vitest';
import type { Frame } from './frames.ts';
import { framesOnce } from './frames-once.ts';

const change = (sequence: number): Change => ({
  audience: 'group-1',
  sequence,
  kind: 'newMessage',
  position: String(sequence),
  data: {},
});

it('builds the frame of a change once for all that catch up on it together, and again after a failure or some time', async () => {
  let now = 1_000_000;
  let isFailing = false;
  const built: number[][] = [];
  const framesOf = framesOnce(
    async (changes) => {
      built.push(changes.map(({ sequence }) => sequence));
      if (isFailing) throw new Error('out of reach');
      return changes.map(({ audience, sequence }): Frame => ({ name: 'newMessage', payload: {}, audience, sequence }));
    },
    { now: () => now },
  );
  const some = [change(1), change(2)];
  await Promise.all(Array.from({ length: 50 }, () => framesOf(some)));
  expect((await framesOf([change(2), change(3)])).map(({ sequence }) => sequence)).toEqual([2, 3]);
  expect(built).toEqual([[1, 2], [3]]);
  isFailing = true;
  await expect(framesOf([change(3), change(4)])).rejects.toThrow('out of reach');
  isFailing = false;
  await framesOf([change(3), change(4)]);
  expect(built).toEqual([[1, 2], [3], [4], [4]]);
  now += 60_000;
  await framesOf([change(1)]);
  expect(built.at(-1)).toEqual([1]);
});
