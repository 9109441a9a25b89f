import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, type ScratchTree, scratchTree } from './scratch-tree.ts';

type Config = { forbidden: { name: string }[] };
const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as Config;

const imports = (...paths: string[]): string =>
  paths.map((path, index) => `import { thing as t${index} } from '${path}';\nconsole.log(t${index});`).join('\n');
const thing = 'export const thing = 1;\n';

/** For every rule a tree that breaks it: the file that imports, and what it must not. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-cycles': {
    'projections/src/runner/a.ts': `${imports('./b.ts')}\n${thing}`,
    'projections/src/runner/b.ts': `${imports('./a.ts')}\n${thing}`,
  },
  'contracts-import-zod-only': { 'contracts/src/a.ts': `import koa from 'koa';\nconsole.log(koa);` },
  'contracts-run-anywhere': {
    'contracts/src/a.ts': `import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);`,
  },
  'adapters-import-contracts-only': {
    'infra/adapters/bus/a.ts': imports('../../../projections/src/x.ts'),
    'projections/src/x.ts': thing,
  },
  'command-service-knows-no-other-service': {
    'command-service/src/a.ts': imports('../../query-service/src/x.ts'),
    'query-service/src/x.ts': thing,
  },
  'query-service-knows-no-other-service': {
    'query-service/src/a.ts': imports('../../projections/src/x.ts'),
    'projections/src/x.ts': thing,
  },
  'projections-knows-no-other-service': {
    'projections/src/a.ts': imports('../../command-service/src/x.ts'),
    'command-service/src/x.ts': thing,
  },
  'only-main-knows-adapters': {
    'query-service/src/http/a.ts': imports('../../../infra/adapters/x.ts'),
    'infra/adapters/x.ts': thing,
  },
  'domain-imports-contracts-only': {
    'command-service/src/domain/a.ts': imports('../application/x.ts'),
    'command-service/src/application/x.ts': thing,
  },
  'application-knows-no-http': {
    'command-service/src/application/a.ts': imports('../http/x.ts'),
    'command-service/src/http/x.ts': thing,
  },
  'http-knows-no-domain': {
    'command-service/src/http/a.ts': `import type { Thing } from '../domain/x.ts';\nexport const a: Thing = 1;\n`,
    'command-service/src/domain/x.ts': 'export type Thing = number;\n',
  },
  'models-are-pure': { 'projections/src/models/a.ts': imports('../runner/x.ts'), 'projections/src/runner/x.ts': thing },
  'service-kit-knows-no-service': {
    'service-kit/src/a.ts': imports('../../command-service/src/x.ts'),
    'command-service/src/x.ts': thing,
  },
  'frontend-imports-published-language-only': {
    'frontend/src/entities/a.ts': imports('../../../contracts/src/events/x.ts'),
    'contracts/src/events/x.ts': thing,
  },
  'frontend-shared-is-lowest': {
    'frontend/src/shared/a.ts': imports('../entities/x.ts'),
    'frontend/src/entities/x.ts': thing,
  },
  'frontend-entities-below-features': {
    'frontend/src/entities/a.ts': imports('../features/chat/x.ts'),
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
};

describe('layer rules (STACK-02)', () => {
  it('has a seeded fault for every rule', () => {
    expect(Object.keys(faults).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
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

    it('turns red', () => {
      const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
      const { status, output } = tree.run('depcruise', '--config', join(root, '.dependency-cruiser.cjs'), ...folders);
      expect(output).toContain(rule);
      expect(status).not.toBe(0);
    });
  });
});
