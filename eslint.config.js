import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Lines without blanks and comments. */
const sizes = (functionLines, complexity) => ({
  'max-lines-per-function': ['error', { max: functionLines, skipBlankLines: true, skipComments: true }],
  complexity: ['error', complexity],
  'max-params': ['error', 4],
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
});

/** Files of the client with a function that is still larger. A file leaves this list when it is split; none joins it. */
const STILL_LARGE = [
  'frontend/src/features/account/delete-account-dialog.tsx',
  'frontend/src/features/account/phone-code-form.tsx',
  'frontend/src/features/auth/code-step.tsx',
  'frontend/src/features/auth/sign-in-screen.tsx',
  'frontend/src/features/calendar/times/event-times-dialog.tsx',
  'frontend/src/features/chat/composer/attachments.ts',
  'frontend/src/features/chat/composer/composer.tsx',
  'frontend/src/features/chat/dialogs/report-dialog.tsx',
  'frontend/src/features/chat/group-chat.tsx',
  'frontend/src/features/chat/list/message-list.tsx',
  'frontend/src/features/groups/create/create-group-dialog.tsx',
  'frontend/src/features/groups/settings/group-settings-form.tsx',
  'frontend/src/features/invites/invite-page.tsx',
  'frontend/src/features/invites/join-dialog.tsx',
  'frontend/src/features/media/media-popout.tsx',
  'frontend/src/features/rail/rail.tsx',
  'frontend/src/features/setup/name-step.tsx',
  'frontend/src/features/setup/photo-step.tsx',
];

const skip = { skipBlankLines: true, skipComments: true };

/** A switch counts as one path: its cases are a table. Whoever exceeds a limit says why in the comment that allows it. */
const serverSizes = {
  'max-lines-per-function': ['error', { max: 60, ...skip }],
  complexity: ['error', { max: 8, variant: 'modified' }],
  'max-params': ['error', 4],
  'max-lines': ['error', { max: 300, ...skip }],
};

const server = '{contracts,domain,service-kit,command-service,query-service,projections,infra}/**/*.ts';
const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'tests/**'];

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
    // A suite tells one area's behaviour from top to bottom: its length is that of the list of rules.
    files: ['**/*.test.ts', '**/testing/**/*.ts', 'tests/**/*.ts'],
    ignores: ['frontend/**'],
    rules: { 'max-lines': ['error', { max: 600, ...skip }] },
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
  { files: ['frontend/{src,build}/**/*.{ts,tsx}'], rules: sizes(60, 8) },
  { files: STILL_LARGE, rules: sizes(105, 18) },
  {
    // A suite holds all tests of its subject, and a fake server is a list of answers.
    files: ['frontend/src/**/*.test.{ts,tsx}', 'frontend/src/testing/**'],
    rules: {
      'max-lines-per-function': 'off',
      complexity: 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
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
