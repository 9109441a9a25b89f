import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultPagesDir } from './pages-dir.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const pages = join(root, 'frontend', 'dist');

const running = (...path: string[]) => pathToFileURL(join(root, ...path)).href;

describe('the folder of the pages', () => {
  it('is the same for the bundle, for a chunk of it and for the source', () => {
    for (const path of [
      ['dist', 'standalone.js'],
      ['dist', 'chunk-A.js'],
      ['infra', 'standalone', 'main.ts'],
    ])
      expect(defaultPagesDir(running(...path))).toBe(pages);
  });

  it('lies beside a file that was moved out of the product', () => {
    const alone = pathToFileURL(join(tmpdir(), 'standalone.js')).href;
    expect(defaultPagesDir(alone, () => false)).toBe(join(tmpdir(), 'frontend', 'dist'));
  });
});
