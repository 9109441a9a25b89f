import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, root, type ScratchTree, scratchTree } from './scratch-tree.ts';

type Config = { forbidden: { name: string }[] };
const require = createRequire(import.meta.url);
/** The rules about files, and those about folders. */
const configs = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs'].map((name) => {
  const path = join(root, name);
  return { path, names: (require(path) as Config).forbidden.map((rule) => rule.name) };
});

/** For every rule, a file that breaks it by importing another file or a package. All are in one tree: a run is slow. */
const faults: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  'no-cycles': ['projections/src/runner/a.ts', 'projections/src/runner/b.ts'],
  'contracts-import-zod-only': ['contracts/src/imports-koa.ts', 'koa'],
  'contracts-run-anywhere': ['contracts/src/reads-files.ts', 'node:fs'],
  'contracts-import-only-below': ['contracts/src/above.ts', 'domain/src/x.ts'],
  'domain-import-only-below': ['domain/src/group/a.unit.test.ts', 'service-kit/src/x.ts'],
  'service-kit-import-only-below': ['service-kit/src/a.ts', 'infra/adapters/x.ts'],
  'services-import-only-below': ['query-service/src/http/a.ts', 'infra/adapters/x.ts'],
  'infra-import-only-below': ['infra/adapters/a.service.test.ts', 'tests/support/x.ts'],
  'command-service-imports-no-other-service': ['command-service/src/a.ts', 'query-service/src/x.ts'],
  'query-service-imports-no-other-service': ['query-service/src/a.ts', 'projections/src/x.ts'],
  'projections-imports-no-other-service': ['projections/src/a.ts', 'command-service/src/x.ts'],
  'domain-is-pure': ['domain/src/group/a.ts', 'node:fs'],
  'adapters-import-ports-only': ['infra/adapters/bus/a.ts', 'projections/src/x.ts'],
  'processes-are-imported-by-tests-only': ['infra/adapters/a.ts', 'infra/processes/x.ts'],
  'queries-know-no-gateway': ['query-service/src/entry/a.ts', 'query-service/src/gateway/x.ts'],
  'models-are-pure': ['projections/src/entry/a.ts', 'projections/src/runner/x.ts'],
  'frontend-imports-published-language-only': ['frontend/src/data/a.ts', 'domain/src/x.ts'],
  'frontend-loads-no-refusal-texts': ['frontend/src/data/texts.ts', 'contracts/src/kernel/refusal-texts.ts'],
  'frontend-shared-is-lowest': ['frontend/src/shared/a.ts', 'frontend/src/data/x.ts'],
  'frontend-data-below-features': ['frontend/src/data/above.ts', 'frontend/src/features/chat/x.ts'],
  'frontend-features-below-app': ['frontend/src/features/chat/above.ts', 'frontend/src/app/x.ts'],
  'frontend-features-stand-alone': ['frontend/src/features/chat/a.ts', 'frontend/src/features/calendar/x.ts'],
  'frontend-no-folder-cycles': ['frontend/src/data/group/a.ts', 'frontend/src/data/message/a.ts'],
};

/** What closes the two cycles, and a fault by type alone. */
const written = {
  'projections/src/runner/b.ts': "import type { A } from './a.ts';\nexport type B = { readonly a: A };\n",
  'frontend/src/data/message/b.ts': "import { thing } from '../group/b.ts';\nconsole.log(thing);\n",
  'frontend/src/data/group/b.ts': 'export const thing = 1;\n',
  'contracts/src/above.ts': "import type { Thing } from '../../domain/src/x.ts';\nexport const a: Thing = 1;\n",
};

const tsconfig =
  '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true } }';

const isFile = (imported: string): boolean => imported.endsWith('.ts');

const importing = (file: string, imported: string): string => {
  const path = isFile(imported) ? `./${posix.relative(posix.dirname(file), imported)}` : imported;
  return `import * as thing from '${path}';\nconsole.log(thing);\n`;
};

describe('the layer rules (STACK-02)', () => {
  let tree: ScratchTree;
  /** What each configuration reports. */
  let found: readonly Ran[];

  beforeAll(async () => {
    tree = await scratchTree();
    const seeded = Object.values(faults);
    const imported = seeded.map(([, path]) => path).filter(isFile);
    await tree.write({
      'tsconfig.json': tsconfig,
      ...Object.fromEntries(imported.map((path) => [path, 'export const thing = 1;\n'])),
      ...Object.fromEntries(seeded.map(([file, path]) => [file, importing(file, path)])),
      ...written,
    });
    const folders = new Set([...seeded.map(([file]) => file), ...imported].map((path) => path.split('/')[0] ?? ''));
    found = configs.map(({ path }) => tree.run('depcruise', '--config', path, ...folders));
  });
  afterAll(() => tree.remove());

  it('the layer rules have a seeded fault for every rule', () => {
    expect(Object.keys(faults).sort()).toEqual(configs.flatMap(({ names }) => names).sort());
  });

  it.each(Object.entries(faults))('the layer rule %s fails on its seeded fault', (rule, [file]) => {
    const output = found.map((run) => run.output).join('');
    // A rule about folders names the folder.
    expect([file, dirname(file)].some((place) => output.includes(`error ${rule}: ${place} `))).toBe(true);
  });

  it('a broken layer rule fails the run', () => {
    expect(found.map(({ status }) => status)).not.toContain(0);
  });
});
