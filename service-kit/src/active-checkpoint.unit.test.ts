import { describe, expect, it } from 'vitest';
import { activeCheckpoint } from './active-checkpoint.ts';

/** A store that switches to the next generation after each look-up, while there are more. */
const switching = (...generations: readonly string[]) => {
  const left = [...generations];
  return {
    activeGeneration: async () => (left.length > 1 ? left.shift() : left[0]),
    checkpoint: async ({ generation }: { readonly generation: string }) => {
      if (generation !== left[0]) throw new Error(`${generation} was not prepared.`);
      return `position of ${generation}`;
    },
  };
};

describe('the checkpoint of the active generation', () => {
  it('is that of the new generation when a rebuild switches over in the middle of the question (REPLAY-01)', async () => {
    expect(await activeCheckpoint(switching('1-1', '1-2', '1-3'), 'users')).toBe('position of 1-3');
  });

  it('is unknown where no generation was built', async () => {
    expect(await activeCheckpoint(switching(), 'users')).toBeUndefined();
  });

  it('fails where the store fails and nothing was switched over', async () => {
    const broken = { ...switching('1-1'), checkpoint: () => Promise.reject(new Error('away')) };
    await expect(activeCheckpoint(broken, 'users')).rejects.toThrow('away');
  });
});
