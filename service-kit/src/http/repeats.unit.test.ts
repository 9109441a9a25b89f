import { describe, expect, it } from 'vitest';
import { roughSize } from '../rough-size.ts';
import { Repeats } from './repeats.ts';

describe('answers that are remembered', () => {
  const answerOf = (repeats: Repeats, id: string, body: string, now = 0): Promise<unknown> =>
    repeats.once(
      { commandId: id, digest: 'digest', now },
      async () => ({ body }),
      () => true,
    );

  it('are as many bytes as are allowed, whatever their number, and the oldest go first (SAFE-06)', async () => {
    const repeats = new Repeats(600_000, 1_000_000);
    await answerOf(repeats, 'first', 'x'.repeat(100_000));
    await answerOf(repeats, 'second', 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'first', 'again')).toEqual({ body: 'x'.repeat(100_000) });
    for (let id = 0; id < 4; id++) await answerOf(repeats, `later ${id}`, 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'first', 'again')).toEqual({ body: 'again' });
  });

  it('are not remembered when one alone is more than that (SAFE-06)', async () => {
    const repeats = new Repeats(600_000, 100_000);
    await answerOf(repeats, 'large', 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'large', 'again')).toEqual({ body: 'again' });
  });

  it('are forgotten after their time', async () => {
    const repeats = new Repeats(1000);
    await answerOf(repeats, 'one', 'first');
    expect(await answerOf(repeats, 'one', 'again', 999)).toEqual({ body: 'first' });
    expect(await answerOf(repeats, 'one', 'again', 1000)).toEqual({ body: 'again' });
  });
});

it('a rough size grows with all that a value holds', () => {
  expect(roughSize({ text: 'x'.repeat(1000), list: [1, 2, { deep: 'y'.repeat(1000) }] })).toBeGreaterThan(4000);
  expect(roughSize(undefined)).toBeLessThan(100);
});
