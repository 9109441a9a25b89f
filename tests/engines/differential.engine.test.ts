import { expect, it } from 'vitest';
import { differential, inLines } from '../differential/differential.ts';
import { startEmbedded, startOnEngines } from '../differential/sides.ts';

it('the shared engines show everyone the same as the embedded ones, after 1,200 commands and kills (CQRS-10)', async () => {
  const failing = await differential({
    seed: 12,
    commands: 1200,
    people: 24,
    groups: 8,
    killEvery: 300,
    shrinkFor: 0,
    start: async () => [await startEmbedded(), await startOnEngines()],
    print: () => undefined,
  });
  expect(failing && inLines(failing)).toBeUndefined();
}, 1_200_000);
