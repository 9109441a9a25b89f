/** Who may import whom. Every rule has a seeded fault in tests/quality. */

/** Workspaces from the bottom up. Each may import only those before it, types and tests included. */
const workspaces = ['contracts', 'domain', 'service-kit', 'services', 'infra', 'tests'];
const services = ['command-service', 'query-service', 'projections'];
const folderOf = (workspace) => (workspace === 'services' ? `(${services.join('|')})` : workspace);
const above = (workspace) =>
  workspaces
    .slice(workspaces.indexOf(workspace) + 1)
    .map(folderOf)
    .join('|');
const otherThan = (service) => services.filter((other) => other !== service).join('|');
const tests = '\\.test\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types included: files that import only types from each other still have to be read together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...workspaces.slice(0, -1).map((workspace) => ({
      name: `${workspace}-import-only-below`,
      severity: 'error',
      from: { path: `^${folderOf(workspace)}/` },
      to: { path: `^(${above(workspace)}|frontend)/` },
    })),
    ...services.map((service) => ({
      name: `${service}-imports-no-other-service`,
      severity: 'error',
      from: { path: `^${service}/src` },
      to: { path: `^(${otherThan(service)})/` },
    })),
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: tests },
      to: { pathNot: '^contracts/src|^node_modules/zod/', dependencyTypesNot: ['core', 'type-only'] },
    },
    {
      name: 'contracts-run-anywhere',
      comment: 'The browser runs the contracts too, so they know only types of Node.',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: tests },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/src', pathNot: tests },
      to: { pathNot: '^(contracts/src|domain/src|node_modules/(zod|immutable))/' },
    },
    {
      name: 'adapters-import-ports-only',
      severity: 'error',
      from: { path: '^infra/adapters', pathNot: tests },
      to: { path: `^(${services.join('|')}|frontend|infra/(?!adapters))` },
    },
    {
      name: 'processes-are-imported-by-tests-only',
      severity: 'error',
      from: { pathNot: '^(infra/processes|tests)/' },
      to: { path: '^infra/processes/' },
    },
    {
      name: 'queries-know-no-gateway',
      severity: 'error',
      from: { path: '^query-service/src/(?!gateway/)[a-z]+/', pathNot: tests },
      to: { path: '^query-service/src/gateway' },
    },
    {
      name: 'models-are-pure',
      severity: 'error',
      from: { path: '^projections/src/(?!runner/|testing/)[a-z]+/', pathNot: tests },
      to: {
        pathNot:
          '^(contracts/src|domain/src|service-kit/src/reads|service-kit/src/ports/json.ts|projections/src/(audience|model|(?!runner/|testing/)[a-z]+/))',
      },
    },
    {
      name: 'frontend-imports-published-language-only',
      severity: 'error',
      from: { path: '^frontend/src', pathNot: tests },
      to: { path: `^(domain|service-kit|infra|tests|${services.join('|')})/` },
    },
    {
      name: 'frontend-loads-no-refusal-texts',
      comment: 'A refusal arrives with its text. All texts together are larger than many a screen.',
      severity: 'error',
      from: { path: '^frontend/src', pathNot: tests },
      to: { path: '^contracts/src/kernel/refusal-texts' },
    },
    {
      name: 'frontend-shared-is-lowest',
      severity: 'error',
      from: { path: '^frontend/src/shared' },
      to: { path: '^frontend/src/(data|features|app)' },
    },
    {
      name: 'frontend-data-below-features',
      severity: 'error',
      from: { path: '^frontend/src/data' },
      to: { path: '^frontend/src/(features|app)' },
    },
    {
      name: 'frontend-features-below-app',
      severity: 'error',
      from: { path: '^frontend/src/features' },
      to: { path: '^frontend/src/app' },
    },
    {
      name: 'frontend-features-stand-alone',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(frontend/)?dist/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
