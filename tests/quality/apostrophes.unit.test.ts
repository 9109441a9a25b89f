import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*/g;
const STRAIGHT = /[a-z]'(?:d|ll|m|re|s|t|ve)\b/gi;
/** Their wording is specified. */
const FIXED = ["What's your email?", "We'll use this to keep you updated"];

const straightIn = (file: string): readonly string[] => {
  const text = FIXED.reduce((rest, fixed) => rest.replace(fixed, ''), readFileSync(join(root, file), 'utf8'));
  return (text.replace(COMMENTS, '').match(STRAIGHT) ?? []).map((found) => `${file}: ${found}`);
};

it('texts that users of the app read have curly apostrophes, unless their wording is specified', () => {
  // Those of infra are for operators, who read them in a terminal.
  const shown = sourceFiles().filter(
    (file) =>
      /^(?:contracts|domain|command-service|projections|query-service|service-kit|frontend)\/.*\.(?:tsx?|html)$/.test(
        file,
      ) && !/\.test\.|\/testing\//.test(file),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.flatMap(straightIn)).toEqual([]);
});
