import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, reachedFrom } from './import-graph.ts';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

/** Entry points: processes, workers and pages, and the scripts that build static pages. */
const ENTRY =
  /^infra\/bootstrap\/[\w-]+\.mjs$|^infra\/processes\/(?:\w+-?\w*|demo\/main|support\/main)\.ts$|\.worker\.ts$|^frontend\/src\/main\.tsx$|^frontend\/src\/app\/(?:main|before-paint|documents\/\w+)\.tsx?$|^frontend\/build\/[\w-]+\.ts$|^frontend\/vite\.config\.ts$/;
const NAMES_A_REQUIREMENT = /\([A-Z]+-\d+[^)]*\)/;
const TITLE = /\b(?:it|test)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1|\)\(\s*(['"`])((?:\\.|(?!\3).)*)\3/g;

const sources = sourceFiles();
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isSupport = (file: string): boolean => /^tests\/|\/testing\//.test(file) || isTest(file);
const entries = sources.filter((file) => ENTRY.test(file));
const running = reachedFrom(entries);

const titlesOf = (text: string): readonly string[] =>
  [...text.matchAll(TITLE)].map(([, , title, , other]) => title ?? other ?? '');

/** The product code that a test uses, directly or through helpers. A unit test's subject is the module beside it. */
const subjectsOf = (file: string, text?: string): readonly string[] => {
  const beside = file.replace(/\.(?:unit|contract|service|engine)\.test\./, '.');
  const direct = importsOf(file, text);
  if (direct.includes(beside)) return [beside];
  return [...direct, ...reachedFrom(direct.filter(isSupport))].filter((used) => !isSupport(used));
};

/** The reason why a test cannot show what its title claims; `undefined` if its code is part of what runs. */
const fault = (file: string, text: string, loaded: ReadonlySet<string> = running): string | undefined => {
  if (!titlesOf(text).some((title) => NAMES_A_REQUIREMENT.test(title))) return undefined;
  const subjects = subjectsOf(file, text);
  return subjects.length === 0 || subjects.some((subject) => loaded.has(subject))
    ? undefined
    : `${file} names requirements, but nothing that runs loads ${subjects.join(', ')}`;
};

describe('tests whose titles name requirements', () => {
  it('tests whose titles name requirements exercise code that the product runs', () => {
    expect(entries.length).toBeGreaterThan(8);
    expect(running.size).toBeGreaterThan(400);
    const tests = sources.filter(isTest);
    expect(tests.flatMap((file) => fault(file, readFileSync(join(root, file), 'utf8')) ?? [])).toEqual([]);
  });

  it('tests whose titles name requirements are reported if no process and no page loads their code', () => {
    const test = 'domain/src/message/seeded.unit.test.ts';
    const text = "import { messageDecider } from './decider.ts';\nit('is deleted once (PERM-18)', () => {});";
    // As if only the limits were part of the product.
    const others = reachedFrom(['contracts/src/kernel/limits.ts']);
    expect(fault(test, text, others)).toContain('domain/src/message/decider.ts');
    expect(fault(test, text)).toBeUndefined();
    expect(fault(test, text.replace(' (PERM-18)', ''), others)).toBeUndefined();
  });
});
