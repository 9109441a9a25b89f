import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const skip = { skipBlankLines: true, skipComments: true };

/** A switch counts as one path: its cases are a table. A comment that lifts a limit gives the reason. */
const serverSizes = {
  'max-lines-per-function': ['error', { max: 60, ...skip }],
  complexity: ['error', { max: 8, variant: 'modified' }],
  'max-params': ['error', 4],
  'max-lines': ['error', { max: 300, ...skip }],
};

/** In the client every case of a switch counts. */
const clientSizes = { ...serverSizes, complexity: ['error', 8] };

const server = '{contracts,domain,service-kit,command-service,query-service,projections,infra}/**/*.ts';
const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'tests/**'];

/** Every way of waiting for a guessed time. What plays a slow part says so in the comment that allows it. */
const sleeps = [
  'NewExpression[callee.name="Promise"] > ArrowFunctionExpression > CallExpression[callee.name="setTimeout"]',
  'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > ImportSpecifier[imported.name="setTimeout"]',
  'CallExpression[callee.property.name="waitForTimeout"]',
].map((selector) => ({ selector, message: 'Wait for what comes, not for a guessed time' }));

/** What needs types to be seen. Style and the rest are Biome's. */
export default tseslint.config(
  {
    ignores: ['**/node_modules/**', '**/dist/**', 'data/**', 'coverage/**', 'test-results/**', 'playwright-report/**'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './frontend/tsconfig.json', './tests/e2e/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // TypeScript sees these itself, and better.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      'no-redeclare': 'off',
      'no-dupe-class-members': 'off',
      // Names of hostile characters are what some expressions are about.
      'no-control-regex': 'off',
      'no-misleading-character-class': 'off',
      // Playwright's fixtures want a pattern, also of nothing.
      'no-empty-pattern': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // It takes assertions for needless that widen the type of an initial state.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      // What was caught may be thrown on.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingUnknown: true, allowThrowingAny: true, allowRethrowing: true },
      ],
      // What a call failed with is a plain value here, with a status and a text.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      // Koa types what goes through its middleware as any.
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  { files: [server], ignores: tests, rules: serverSizes },
  {
    // A suite is one list of rules, so its functions may be long; what a file holds is one area all the same.
    files: ['**/*.test.ts', '**/testing/**/*.ts', 'tests/**/*.ts'],
    ignores: ['frontend/**'],
    rules: { 'max-lines': ['error', { max: 300, ...skip }] },
  },
  {
    // A test waits for what it waits for (`until`, `expect.poll`), and shows an absence by something that comes later.
    files: tests,
    rules: { 'no-restricted-syntax': ['error', ...sleeps] },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['frontend/{src,build}/**/*.{ts,tsx}'], rules: clientSizes },
  {
    // A suite holds all tests of its subject, and a fake server is a list of answers.
    files: ['frontend/src/**/*.test.{ts,tsx}', 'frontend/src/**/testing/**'],
    rules: { 'max-lines-per-function': 'off', complexity: 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'no-unused-vars': ['error', { varsIgnorePattern: '^_' }] },
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        performance: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  {
    files: ['frontend/public/**/*.js', 'tests/bench/support/*.js'],
    languageOptions: {
      globals: {
        document: 'readonly',
        localStorage: 'readonly',
        window: 'readonly',
        requestAnimationFrame: 'readonly',
        MessageChannel: 'readonly',
        matchMedia: 'readonly',
      },
    },
  },
);
