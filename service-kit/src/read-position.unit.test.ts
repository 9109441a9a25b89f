import { describe, expect, it } from 'vitest';
import { activeCheckpoint } from './read-position.ts';

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
  it('the checkpoint of the active generation comes from the new generation when a rebuild switches over during the read (REPLAY-01)', async () => {
    expect(await activeCheckpoint(switching('1-1', '1-2', '1-3'), 'users')).toBe('position of 1-3');
  });

  it('the checkpoint of the active generation is unknown before any generation is built', async () => {
    expect(await activeCheckpoint(switching(), 'users')).toBeUndefined();
  });

  it('the checkpoint of the active generation is an error if the store fails and nothing was switched over', async () => {
    const broken = { ...switching('1-1'), checkpoint: () => Promise.reject(new Error('away')) };
    await expect(activeCheckpoint(broken, 'users')).rejects.toThrow('away');
  });
});
