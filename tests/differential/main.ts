import { parseArgs } from 'node:util';
import { differential, inLines } from './differential.ts';
import { startEmbedded, startOnEngines } from './sides.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    commands: { type: 'string', default: '100000' },
    people: { type: 'string', default: '200' },
    groups: { type: 'string', default: '40' },
    kill: { type: 'string', default: '500' },
    'shrink-minutes': { type: 'string', default: '20' },
    embedded: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

print(`seed ${seed}: ${values.commands} commands of ${values.people} people in ${values.groups} groups`);
const failing = await differential({
  seed,
  commands: Number(values.commands),
  people: Number(values.people),
  groups: Number(values.groups),
  killEvery: Number(values.kill),
  shrinkFor: Number(values['shrink-minutes']) * 60_000,
  // Compares only the embedded product with the model.
  start: async () => (values.embedded ? [await startEmbedded()] : [await startEmbedded(), await startOnEngines()]),
  print,
});
if (failing !== undefined) {
  print(`seed ${seed}\n${inLines(failing)}`);
  process.exitCode = 1;
}
