import { describe, expect, it } from 'vitest';
import { roughSize } from '../rough-size.ts';
import { Repeats } from './repeats.ts';

const unchanged = async (): Promise<number> => 0;

describe('remembered answers', () => {
  const answerOf = (repeats: Repeats, id: string, body: string, now = 0): Promise<unknown> =>
    repeats.once(
      { commandId: id, digest: 'digest', now },
      async () => ({ body }),
      () => true,
    );

  it('remembered answers take a limited number of bytes, and the oldest go first (SAFE-06)', async () => {
    const repeats = new Repeats(unchanged, 600_000, 1_000_000);
    await answerOf(repeats, 'first', 'x'.repeat(100_000));
    await answerOf(repeats, 'second', 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'first', 'again')).toEqual({ body: 'x'.repeat(100_000) });
    for (let id = 0; id < 4; id++) await answerOf(repeats, `later ${id}`, 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'first', 'again')).toEqual({ body: 'again' });
  });

  it('remembered answers exclude any answer above the limit by itself (SAFE-06)', async () => {
    const repeats = new Repeats(unchanged, 600_000, 100_000);
    await answerOf(repeats, 'large', 'x'.repeat(100_000));
    expect(await answerOf(repeats, 'large', 'again')).toEqual({ body: 'again' });
  });

  it('remembered answers are forgotten after their time', async () => {
    const repeats = new Repeats(unchanged, 1000);
    await answerOf(repeats, 'one', 'first');
    expect(await answerOf(repeats, 'one', 'again', 999)).toEqual({ body: 'first' });
    expect(await answerOf(repeats, 'one', 'again', 1000)).toEqual({ body: 'again' });
  });

  it('remembered answers are not given out once a key was destroyed, even while the command ran (SAFE-01)', async () => {
    let generation = 0;
    const repeats = new Repeats(async () => generation);
    await answerOf(repeats, 'before', 'first');
    generation += 1;
    expect(await answerOf(repeats, 'before', 'again')).toEqual({ body: 'again' });
    expect(await answerOf(repeats, 'before', 'once more')).toEqual({ body: 'again' });
    const meanwhile = async () => {
      generation += 1;
      return { body: 'first' };
    };
    await repeats.once({ commandId: 'meanwhile', digest: 'digest', now: 0 }, meanwhile, () => true);
    expect(await answerOf(repeats, 'meanwhile', 'again')).toEqual({ body: 'again' });
  });

  it('remembered answers are rebuilt once when many callers find them outdated at the same time (CQRS-01)', async () => {
    let generation = 0;
    const repeats = new Repeats(async () => generation);
    await answerOf(repeats, 'one', 'first');
    generation += 1;
    const again = Array.from({ length: 5 }, (_, index) => answerOf(repeats, 'one', `again ${index}`));
    expect(new Set((await Promise.all(again)).map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

it('a rough size grows with everything that a value holds', () => {
  expect(roughSize({ text: 'x'.repeat(1000), list: [1, 2, { deep: 'y'.repeat(1000) }] })).toBeGreaterThan(4000);
  expect(roughSize(undefined)).toBeLessThan(100);
});
