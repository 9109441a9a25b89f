// With `--production`, knip reports what only tests use.
const isProduction = process.argv.includes('--production');

export default {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: ['vitest*.ts'],
      project: ['*.ts'],
      // `rrule-temporal` expects it where the runtime has no Temporal, and does not say so.
      ignoreDependencies: ['temporal-polyfill'],
    },
    contracts: {
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    'service-kit': {
      entry: ['src/testing/*.ts'],
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    'command-service': {
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    'query-service': {
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    projections: {
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    infra: {
      entry: [
        'processes/{standalone,command-service,query-service,projections}.ts!',
        'processes/{demo,support}/main.ts!',
        'bootstrap/*.mjs',
        'bootstrap/lib/end-with-parent.mjs',
        'adapters/**/*.worker.ts!',
        'adapters/**/testing/*.ts',
        'adapters/places/extract-us-places.ts!',
      ],
      project: ['**/*.{ts,mjs}!', '!bootstrap/**!', '!adapters/**/testing/**!', '!**/*.test.ts!'],
      includeEntryExports: true,
    },
    frontend: {
      entry: ['src/app/before-paint.ts!', 'src/worker/sw.ts!', 'build/*.ts!', 'src/app/documents/render.ts!'],
      project: ['{src,build}/**/*.{ts,tsx}!', '!src/**/testing/**!', '!src/**/*.test.{ts,tsx}!'],
      ignoreDependencies: ['inter-ui'],
    },
    domain: {
      entry: ['src/testing/*.ts'],
      project: ['src/**/*.ts!', '!src/testing/**!', '!src/**/testing/**!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
    tests: {
      entry: [
        'product/**/*.ts',
        'engines/**/*.{ts,mjs}',
        'differential/{main.ts,*.mjs}',
        'differential/**/*.test.ts',
        'quality/**/*.ts',
        'support/**/*.ts',
        'e2e/**/*.ts',
        'browsers/**/*.ts',
        'bench/**/*.{ts,mjs}',
      ],
      project: ['**/*.{ts,mjs}'],
    },
  },
  ignore: isProduction ? ['**/testing/**', '**/*.d.mts'] : ['**/*.d.mts'],
};
