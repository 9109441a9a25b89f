import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const COMMENTS = /\/\*[\s\S]*?\*\//g;
const CLASSES = /\.([A-Za-z][\w-]*)/g;
/** Classes that a component names as they are, and does not compose. */
const NAMED = /className="([^"]*)"/g;
/** Selectors of one class and nothing else, which give that class its look. */
const LOOKS = /(?<=^|[{},])\s*\.([a-z][\w-]*)\s*(?=[{,])/gm;

const STYLES_OF_FEATURE = /^frontend\/src\/features\/([^/]+)\/.*\.css$/;

const styleOf = (file: string): string => readFileSync(join(root, file), 'utf8').replace(COMMENTS, '');

it('a class that a component names has a style', () => {
  const files = sourceFiles().filter((file) => file.startsWith('frontend/src/'));
  const styled = new Set(
    files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [...styleOf(file).matchAll(CLASSES)].map(([, name]) => name)),
  );
  const components = files.filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const unknown = components.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)]
      .flatMap(([, names = '']) => names.split(/\s+/))
      .filter((name) => !styled.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

it('a class has its look from one feature, because the styles of a feature stay once it was shown', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of sourceFiles()) {
    const [, feature] = STYLES_OF_FEATURE.exec(file) ?? [];
    if (feature === undefined) continue;
    for (const [, name = ''] of styleOf(file).matchAll(LOOKS))
      owners.set(name, (owners.get(name) ?? new Set()).add(feature));
  }
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners].filter(([, features]) => features.size > 1);
  expect(shared.map(([name, features]) => `${name}: ${[...features].sort().join(', ')}`)).toEqual([]);
});
