import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const sources = sourceFiles();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Fakes of engines: a class that implements a port, or a function that creates one. */
const isFake = (file: string): boolean =>
  /^export class \w+ implements |^(?:export const .*)?\): (?:Bus|EventLog|EventStore|FileStore|KeyStore|ReadEngine)\b/m.test(
    read(file),
  );

/** Fakes without a test beside them that calls the suite of their port. */
const unproved = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const proof = file.replace(/\.ts$/, '.contract.test.ts');
    return isFake(file) && !(sources.includes(proof) && /Suite\(/.test(read(proof)));
  });

it('every fake is proved by the suite of its port', () => {
  const fakes = sources.filter((file) => /^(?!frontend)[^.]*\/testing\/[^.]*\.ts$/.test(file) && isFake(file));
  expect(fakes.length).toBeGreaterThanOrEqual(4);
  expect(unproved(fakes)).toEqual([]);
  // A class without such a test is found: the Kafka adapter is proved only on the real engine.
  expect(unproved(['infra/adapters/bus/kafka-bus.ts'])).toEqual(['infra/adapters/bus/kafka-bus.ts']);
});
