import { expect, it } from 'vitest';
import type { Command } from './command.ts';
import { shrink } from './shrink.ts';

const history: readonly Command[] = Array.from({ length: 200 }, (_, n) => ({
  n,
  does: 'checkIn',
  who: 'p0',
  keys: [],
}));
const numbers = (commands: readonly Command[]): readonly number[] => commands.map(({ n }) => n);

/** Fails while these commands are there. */
const needing =
  (...needed: readonly number[]) =>
  async (commands: readonly Command[]) =>
    needed.every((n) => numbers(commands).includes(n)) ? 'differs' : undefined;

it('shrinking finds the only commands that a difference needs', async () => {
  const found = await shrink({ history, why: 'differs' }, needing(3, 77, 150), () => true);

  expect(numbers(found.history)).toEqual([3, 77, 150]);
});

it('shrinking keeps what still fails when the time is up', async () => {
  let attempts = 0;
  const found = await shrink({ history, why: 'differs' }, needing(3, 5, 7), () => {
    attempts += 1;
    return attempts <= 4;
  });

  expect(numbers(found.history)).toEqual(expect.arrayContaining([3, 5, 7]));
  expect(found.history.length).toBeLessThan(history.length);
});
