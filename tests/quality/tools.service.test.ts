import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, type ScratchTree, scratchTree } from './scratch-tree.ts';

let tree: ScratchTree;
beforeEach(async () => {
  tree = await scratchTree();
});
afterEach(() => tree.remove());

const configured = async (...names: string[]): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
  );

const tsconfig =
  '{ "compilerOptions": { "strict": true, "target": "es2023", "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "skipLibCheck": true, "types": [] }, "include": ["src", "domain", "tests"] }';

/** Faults that only a tool with types can see. */
const typeAware: readonly (readonly [rule: string, code: string])[] = [
  ['no-floating-promises', 'export const go = async () => 1;\ngo();\n'],
  ['no-misused-promises', 'export const answer = async () => true;\nif (answer()) { throw new Error("always"); }\n'],
  [
    'switch-exhaustiveness-check',
    "export const name = (kind: 'a' | 'b') => {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n};\n",
  ],
  ['only-throw-error', "export const fail = () => {\n  throw 'a text';\n};\n"],
  ['no-unsafe-assignment', 'export const parsed: string = JSON.parse("1");\n'],
];

const repeated = (text: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Each exceeds its limit by one. */
const tooLarge: readonly (readonly [rule: string, code: string])[] = [
  ['max-lines-per-function', `export const long = () => {\n${repeated((at) => `  console.log(${at});\n`, 59)}};\n`],
  [
    'complexity',
    `export const branched = (n: number) => {\n${repeated((at) => `  if (n === ${at}) return 'n${at}';\n`, 8)}  return '';\n};\n`,
  ],
  ['max-params', 'export const wide = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e];\n'],
  ['max-lines', repeated((at) => `export const line${at} = ${at};\n`, 301)],
];

/** Runs oxlint as configured over these files. @returns the broken rules, once per place, and what it says of each */
const lint = async (files: Readonly<Record<string, string>>) => {
  await tree.write({ ...(await configured('.oxlintrc.json')), 'tsconfig.json': tsconfig, ...files });
  const { status, output } = tree.run('oxlint', '--format', 'json', ...Object.keys(files));
  const { diagnostics } = JSON.parse(output) as {
    readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  };
  return {
    status,
    broken: diagnostics.map(({ code }) => code).sort(),
    messages: diagnostics.map(({ message }) => message),
  };
};

describe('seeded faults', () => {
  it.each(['domain/src', 'frontend/src'])(
    'oxlint finds functions and files in %s that are too large',
    async (folder) => {
      const { status, broken } = await lint(
        Object.fromEntries(tooLarge.map(([rule, code]) => [`${folder}/${rule}.ts`, code])),
      );
      expect(broken).toEqual(tooLarge.map(([rule]) => `eslint(${rule})`).sort());
      expect(status).not.toBe(0);
    },
  );

  it('oxlint finds unknown and unused names in scripts', async () => {
    const { status, broken } = await lint({
      'infra/fault.mjs': 'const unused = 1;\nexport const go = () => nowhere();\n',
    });
    expect(broken).toEqual(['eslint(no-undef)', 'eslint(no-unused-vars)']);
    expect(status).not.toBe(0);
  });

  it('Biome finds tests that wait for a guessed time', async () => {
    await tree.write({
      ...(await configured('biome.json', '.gitignore', 'tests/quality/no-sleeps.grit')),
      'tests/product/promise.test.ts': 'export const rest = () => new Promise((resolve) => setTimeout(resolve, 5));\n',
      'tests/support/typed.ts': 'export const rest = () => new Promise<void>((resolve) => setTimeout(resolve, 5));\n',
      'tests/support/import.ts': "import { setTimeout as pause } from 'node:timers/promises';\n\nexport { pause };\n",
      'tests/e2e/src/page.e2e.spec.ts': 'export const rest = (page: any) => page.waitForTimeout(5);\n',
      'src/product.ts': 'export const rest = () => new Promise((resolve) => setTimeout(resolve, 5));\n',
    });
    const { status, output } = tree.run('biome', 'lint', '--vcs-enabled=false', '.');
    expect(output.match(/\S+ plugin ━/g)).toHaveLength(4);
    expect(output).not.toContain('src/product.ts');
    expect(status).not.toBe(0);
  });

  it('oxlint finds wrong types, in pages too', async () => {
    const { status, broken } = await lint({
      'src/server.ts': "export const count: number = 'one';\n",
      'src/page.tsx': 'export const count = (text: string): number => text;\n',
    });
    expect(broken).toEqual(['typescript(TS2322)', 'typescript(TS2322)']);
    expect(status).not.toBe(0);
  });

  it('oxlint finds faults that only types show', async () => {
    const { status, broken } = await lint(
      Object.fromEntries(typeAware.map(([rule, code]) => [`src/${rule}.ts`, code])),
    );
    expect(broken).toEqual(expect.arrayContaining(typeAware.map(([rule]) => `typescript(${rule})`)));
    expect(status).not.toBe(0);
  });

  it.each([
    ['noDoubleEquals', 'export const same = (a: number, b: number): boolean => a == b;\n'],
    ['format', 'export const  wide   =  1\n'],
  ])('Biome finds a seeded fault: %s', async (rule, code) => {
    await tree.write({
      ...(await configured('biome.json', '.gitignore', 'tests/quality/no-sleeps.grit')),
      'src/fault.ts': code,
    });
    const { status, output } = tree.run('biome', 'check', '--vcs-enabled=false', 'src');
    expect(output).toContain(rule);
    expect(status).not.toBe(0);
  });

  it('knip finds unused code', async () => {
    await tree.write({
      'package.json': '{ "name": "scratch", "type": "module" }',
      'knip.json': '{ "entry": ["src/main.ts"], "project": ["src/**/*.ts"] }',
      'tsconfig.json': tsconfig,
      'src/main.ts': 'export {};\n',
      'src/forgotten.ts': 'export const forgotten = 1;\n',
    });
    const { status, output } = tree.run('knip', '--no-config-hints');
    expect(output).toContain('forgotten.ts');
    expect(status).not.toBe(0);
  });

  it('oxlint finds a route without a permission (SAFE-02)', async () => {
    const route = (permission: string): string =>
      `import type { Route } from '${join(root, 'contracts/src/kernel/route.ts')}';\nexport const table = { open: { method: 'GET', path: '/api/open', service: 'query', ${permission}answer: {} } } as const satisfies { readonly [name: string]: Route };\n`;
    expect(await lint({ 'src/with.ts': route("permission: { access: 'public' }, ") })).toMatchObject({
      status: 0,
      broken: [],
    });
    const { status, messages } = await lint({ 'src/without.ts': route('') });
    expect(messages.join()).toContain("is not assignable to type 'Route'");
    expect(status).not.toBe(0);
  });
});
