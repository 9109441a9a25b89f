import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits, refusals, rules } from './things.ts';

type Part = Readonly<Record<string, unknown>>;

const load = async (file: string) => (await import(file)) as { limits?: Part; permissions?: Part; refusals?: Part };

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('/rules.ts'),
);

const parts = await Promise.all(files.map((file) => load(`./${file}`)));

const namesOf = (part: 'limits' | 'permissions' | 'refusals') =>
  parts.flatMap((declared) => Object.keys(declared[part] ?? {})).sort();

describe('what the things declare', () => {
  it.each([
    ['limits', limits],
    ['permissions', rules],
    ['refusals', refusals],
  ] as const)('the %s of all things are in one table, each under a name of its own', (part, table) => {
    expect(namesOf(part)).toEqual(Object.keys(table).sort());
    expect(files.length).toBeGreaterThan(15);
  });
});
