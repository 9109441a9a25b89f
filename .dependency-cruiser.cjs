/** Who may import whom. Every rule has a seeded fault in infra/testing/quality. */
const services = ['command-service', 'query-service', 'projections'];
const otherThan = (service) => services.filter((other) => other !== service).join('|');
const tests = '\\.test\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: tests },
      to: { pathNot: '^contracts/src|^node_modules/zod/', dependencyTypesNot: ['core', 'type-only'] },
    },
    {
      name: 'contracts-run-anywhere',
      comment: 'The browser runs the contracts too: of Node they may know types only.',
      severity: 'error',
      from: { path: '^contracts/src', pathNot: tests },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-import-contracts-only',
      severity: 'error',
      from: { path: '^infra/adapters', pathNot: tests },
      to: { path: `^(${services.join('|')}|frontend|service-kit|infra/(?!adapters))` },
    },
    ...services.map((service) => ({
      name: `${service}-knows-no-other-service`,
      severity: 'error',
      from: { path: `^${service}/src`, pathNot: tests },
      to: { path: `^(${otherThan(service)}|frontend)/` },
    })),
    {
      name: 'only-main-knows-adapters',
      severity: 'error',
      from: { path: `^(${services.join('|')}|service-kit)/src`, pathNot: `/main\\.ts$|${tests}` },
      to: { path: '^infra/' },
    },
    {
      name: 'domain-imports-contracts-only',
      severity: 'error',
      from: { path: '^command-service/src/domain', pathNot: tests },
      to: { pathNot: '^(contracts/src|command-service/src/domain)' },
    },
    {
      name: 'application-knows-no-http',
      severity: 'error',
      from: { path: '^(command|query)-service/src/application', pathNot: tests },
      to: { path: '^(command|query)-service/src/(http|gateway)' },
    },
    {
      name: 'http-knows-no-domain',
      comment: 'Handlers hand on to the application what they were sent; what is decided upon it is decided below.',
      severity: 'error',
      from: { path: '^command-service/src/http', pathNot: tests },
      to: { path: '^command-service/src/domain' },
    },
    {
      name: 'models-are-pure',
      severity: 'error',
      from: { path: '^projections/src/models', pathNot: tests },
      to: { pathNot: '^(contracts/src|projections/src/models)' },
    },
    {
      name: 'service-kit-knows-no-service',
      severity: 'error',
      from: { path: '^service-kit/src', pathNot: tests },
      to: { path: `^(${services.join('|')}|frontend|infra)/` },
    },
    {
      name: 'frontend-imports-published-language-only',
      comment: 'Of the contracts the browser knows the wire and the pure rules of time and text.',
      severity: 'error',
      from: { path: '^frontend/src', pathNot: tests },
      to: { path: `^(contracts/src/(?!wire|time|text)|service-kit|infra|${services.join('|')})` },
    },
    {
      name: 'frontend-shared-is-lowest',
      severity: 'error',
      from: { path: '^frontend/src/shared' },
      to: { path: '^frontend/src/(entities|features|app)' },
    },
    {
      name: 'frontend-entities-below-features',
      severity: 'error',
      from: { path: '^frontend/src/entities' },
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
