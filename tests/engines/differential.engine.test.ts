import { expect, it } from 'vitest';
import { differential, inLines } from '../differential/differential.ts';
import { startEmbedded, startOnEngines } from '../differential/sides.ts';

it('show everyone the same as the embedded product and the specification, while instances are killed (CQRS-10)', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  const size = { commands: 3000, people: 24, groups: 8 };
  const failing = await differential({
    ...size,
    seed,
    start: () => Promise.all([startEmbedded(), startOnEngines()]),
    killEvery: 300,
    shrinkFor: 10 * 60_000,
    print,
  });
  expect(failing && inLines(failing)).toBeUndefined();
}, 3_600_000);
