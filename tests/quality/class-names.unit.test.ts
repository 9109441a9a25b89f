import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const COMMENTS = /\/\*[\s\S]*?\*\//g;
/** Selectors of one class and nothing else, which give that class its look. */
const LOOKS = /(?<=^|[{},])\s*\.([a-z][\w-]*)\s*(?=[{,])/gm;

const STYLES_OF_FEATURE = /^frontend\/src\/features\/([^/]+)\/.*\.css$/;

it('a class has its look from one feature, because the styles of a feature stay once it was shown', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of sourceFiles()) {
    const [, feature] = STYLES_OF_FEATURE.exec(file) ?? [];
    if (feature === undefined) continue;
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').replace(COMMENTS, '').matchAll(LOOKS))
      owners.set(name, (owners.get(name) ?? new Set()).add(feature));
  }
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners].filter(([, features]) => features.size > 1);
  expect(shared.map(([name, features]) => `${name}: ${[...features].sort().join(', ')}`)).toEqual([]);
});
