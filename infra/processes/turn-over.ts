import { existsSync, renameSync, rmSync } from 'node:fs';

/** Files kept in all: the one being written and the ones before it. */
const KEPT = 5;

const name = (file: string, age: number): string => (age === 0 ? file : `${file}.${age}`);

/** Moves `quorum.log` to `quorum.log.1` and each older one on by one. The oldest goes. */
export const turnOver = (file: string): void => {
  rmSync(name(file, KEPT - 1), { force: true });
  for (let age = KEPT - 2; age >= 0; age -= 1)
    if (existsSync(name(file, age))) renameSync(name(file, age), name(file, age + 1));
};
