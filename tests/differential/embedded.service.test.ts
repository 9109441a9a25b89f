import { expect, it } from 'vitest';
import { differential, inLines } from './differential.ts';
import { startEmbedded } from './sides.ts';

it('the embedded product answers 200 commands, and shows everyone what the model of the specification does', async () => {
  const failing = await differential({
    seed: 5,
    commands: 200,
    people: 12,
    groups: 4,
    killEvery: 100,
    shrinkFor: 0,
    start: async () => [await startEmbedded()],
    print: () => undefined,
  });
  expect(failing && inLines(failing)).toBeUndefined();
}, 300_000);
