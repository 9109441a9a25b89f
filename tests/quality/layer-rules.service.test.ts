import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, type ScratchTree, scratchTree } from './scratch-tree.ts';

type Config = { forbidden: { name: string }[] };
const require = createRequire(import.meta.url);
/** The rules about files, and those about folders. */
const configs = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs'].map((name) => {
  const path = join(root, name);
  return { path, names: (require(path) as Config).forbidden.map((rule) => rule.name) };
});

const imports = (...paths: string[]): string =>
  paths.map((path, index) => `import { thing as t${index} } from '${path}';\nconsole.log(t${index});`).join('\n');
const thing = 'export const thing = 1;\n';

/** For every rule, a tree that breaks it. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-cycles': {
    'projections/src/runner/a.ts': `import type { B } from './b.ts';\nexport type A = { readonly b: B };\n`,
    'projections/src/runner/b.ts': `import type { A } from './a.ts';\nexport type B = { readonly a: A };\n`,
  },
  'contracts-import-zod-only': { 'contracts/src/a.ts': `import koa from 'koa';\nconsole.log(koa);` },
  'contracts-run-anywhere': {
    'contracts/src/a.ts': `import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);`,
  },
  'contracts-import-only-below': {
    'contracts/src/a.ts': `import type { T } from '../../domain/src/x.ts';\nexport const a: T = 1;\n`,
    'domain/src/x.ts': 'export type T = number;\n',
  },
  'domain-import-only-below': {
    'domain/src/group/a.unit.test.ts': imports('../../../service-kit/src/x.ts'),
    'service-kit/src/x.ts': thing,
  },
  'service-kit-import-only-below': {
    'service-kit/src/a.ts': imports('../../infra/adapters/x.ts'),
    'infra/adapters/x.ts': thing,
  },
  'services-import-only-below': {
    'query-service/src/http/a.ts': imports('../../../infra/adapters/x.ts'),
    'infra/adapters/x.ts': thing,
  },
  'infra-import-only-below': {
    'infra/adapters/a.service.test.ts': imports('../../tests/support/x.ts'),
    'tests/support/x.ts': thing,
  },
  'command-service-imports-no-other-service': {
    'command-service/src/a.ts': imports('../../query-service/src/x.ts'),
    'query-service/src/x.ts': thing,
  },
  'query-service-imports-no-other-service': {
    'query-service/src/a.ts': imports('../../projections/src/x.ts'),
    'projections/src/x.ts': thing,
  },
  'projections-imports-no-other-service': {
    'projections/src/a.ts': imports('../../command-service/src/x.ts'),
    'command-service/src/x.ts': thing,
  },
  'domain-is-pure': { 'domain/src/group/a.ts': `import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);` },
  'adapters-import-ports-only': {
    'infra/adapters/bus/a.ts': imports('../../../projections/src/x.ts'),
    'projections/src/x.ts': thing,
  },
  'processes-are-imported-by-tests-only': {
    'infra/adapters/a.ts': imports('../processes/x.ts'),
    'infra/processes/x.ts': thing,
  },
  'queries-know-no-gateway': {
    'query-service/src/entry/a.ts': imports('../gateway/x.ts'),
    'query-service/src/gateway/x.ts': thing,
  },
  'models-are-pure': { 'projections/src/entry/a.ts': imports('../runner/x.ts'), 'projections/src/runner/x.ts': thing },
  'frontend-imports-published-language-only': {
    'frontend/src/data/a.ts': imports('../../../domain/src/x.ts'),
    'domain/src/x.ts': thing,
  },
  'frontend-shared-is-lowest': {
    'frontend/src/shared/a.ts': imports('../data/x.ts'),
    'frontend/src/data/x.ts': thing,
  },
  'frontend-data-below-features': {
    'frontend/src/data/a.ts': imports('../features/chat/x.ts'),
    'frontend/src/features/chat/x.ts': thing,
  },
  'frontend-features-below-app': {
    'frontend/src/features/chat/a.ts': imports('../../app/x.ts'),
    'frontend/src/app/x.ts': thing,
  },
  'frontend-features-stand-alone': {
    'frontend/src/features/chat/a.ts': imports('../calendar/x.ts'),
    'frontend/src/features/calendar/x.ts': thing,
  },
  'frontend-no-folder-cycles': {
    'frontend/src/data/group/a.ts': imports('../message/a.ts'),
    'frontend/src/data/group/b.ts': thing,
    'frontend/src/data/message/a.ts': thing,
    'frontend/src/data/message/b.ts': imports('../group/b.ts'),
  },
};

describe('the layer rules (STACK-02)', () => {
  it('have a seeded fault for every rule', () => {
    expect(Object.keys(faults).sort()).toEqual(configs.flatMap(({ names }) => names).sort());
  });

  describe.each(Object.entries(faults))('%s', (rule, files) => {
    let tree: ScratchTree;
    beforeAll(async () => {
      tree = await scratchTree();
      await tree.write({
        'tsconfig.json':
          '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true } }',
        ...files,
      });
    });
    afterAll(() => tree.remove());

    it('fails on its seeded fault', () => {
      const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
      const config = configs.find(({ names }) => names.includes(rule))?.path ?? '';
      const { status, output } = tree.run('depcruise', '--config', config, ...folders);
      expect(output).toContain(rule);
      expect(status).not.toBe(0);
    });
  });
});
