import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './scratch-tree.ts';

/** Files that tools and the product write, which are not sources. */
const MADE = new Set(['node_modules', 'dist', 'data', 'test-results', '.git', '.cache']);
const TEXT = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|html|conf|sh)$/;

const walk = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : walk(path);
    return TEXT.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });

/** Every text file of the sources. Found without git, because an unpacked archive is tested as well. */
export const sourceFiles = (): readonly string[] => walk(root);
