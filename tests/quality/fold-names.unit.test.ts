import { createHash } from 'node:crypto';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';

/** A hash of code and everything of ours that it imports, without comments, types and layout. */
const nameOf = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
    format: 'esm',
    external: ['zod', 'immutable'],
  });
  return createHash('sha256')
    .update(outputFiles[0]?.contents ?? '')
    .digest('hex')
    .slice(0, 16);
};

/** Everything that decides what a snapshot holds: the events with their upcasters, the fold, and how its state is packed. */
const FOLD_OF_GROUPS = `
  export { groupEvents } from './domain/src/group/events.ts';
  export { evolveGroup, noGroup } from './domain/src/group/group.ts';
  export { packGroup, unpackGroup } from './domain/src/group/packed-group.ts';
`;

it('a snapshot names the code that folded it, so that none of other code is read', async () => {
  const name = await nameOf(FOLD_OF_GROUPS);
  expect(groupDecider.snapshot?.fold, `write fold: '${name}' into domain/src/group/decider.ts`).toBe(name);
});

it('the name changes with the code, and not with its comments', async () => {
  const name = await nameOf('export const evolve = (count: number) => count + 1;');
  expect(await nameOf('// A comment.\nexport const evolve = (count: number): number => count + 1;')).toBe(name);
  expect(await nameOf('export const evolve = (count: number) => count + 2;')).not.toBe(name);
});
