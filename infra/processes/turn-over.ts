import { existsSync, renameSync, rmSync } from 'node:fs';

/** Number of files kept, including the current one. */
const KEPT = 5;

const name = (file: string, age: number): string => (age === 0 ? file : `${file}.${age}`);

/** Rotates `quorum.log` to `quorum.log.1`, and older ones likewise. The oldest is deleted. */
export const turnOver = (file: string): void => {
  rmSync(name(file, KEPT - 1), { force: true });
  for (let age = KEPT - 2; age >= 0; age -= 1)
    if (existsSync(name(file, age))) renameSync(name(file, age), name(file, age + 1));
};
