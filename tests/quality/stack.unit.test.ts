import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const LIBRARIES = [
  'react',
  'react-dom/client',
  '@reduxjs/toolkit',
  '@reduxjs/toolkit/query',
  'react-router-dom',
  'koa',
  '@koa/router',
  'socket.io',
  'socket.io-client',
  '@eventstore/db-client',
  'mongodb',
  'kafkajs',
  'twilio',
];

const WORKSPACES = /^(?:contracts|domain|service-kit|command-service|query-service|projections|infra|frontend)\//;
const productFiles = sourceFiles().filter((file) => WORKSPACES.test(file) && !/\/testing\/|\.test\.tsx?$/.test(file));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the product', () => {
  it('the product is written in TypeScript, checked strictly everywhere (STACK-01)', () => {
    // Plain JavaScript runs the scripts that install TypeScript.
    const plain = productFiles.filter((file) => /\.[cm]?jsx?$/.test(file) && !file.startsWith('infra/bootstrap/'));
    expect(plain).toEqual([]);
    expect(JSON.parse(read('tsconfig.base.json'))).toMatchObject({ compilerOptions: { strict: true } });
    for (const config of ['tsconfig.json', 'frontend/tsconfig.json', 'tests/e2e/tsconfig.json']) {
      expect(read(config), config).toMatch(/"extends": "[./]*tsconfig\.base\.json"/);
      expect(read(config), config).not.toContain('"strict": false');
    }
  });

  it('the product uses the libraries that were chosen for it (STACK-01)', () => {
    const imported = new Set(
      productFiles.flatMap((file) => [...read(file).matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name)),
    );
    expect(LIBRARIES.filter((name) => !imported.has(name))).toEqual([]);
  });
});
