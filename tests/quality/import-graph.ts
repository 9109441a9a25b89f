import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './scratch-tree.ts';

/** Imports at run time, including dynamic ones, worker threads and mocks, but not types. */
const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)'((?:\.{1,2}|@quorum)\/[^']+)'/g;
const TYPES_ONLY = /\b(?:import|export) type [^;]*;/g;

const resolved = (file: string, name: string): string | undefined => {
  const [, workspace, rest] = /^@quorum\/([\w-]+)\/(.+)$/.exec(name) ?? [];
  const candidates =
    workspace === undefined
      ? [posix.join(dirname(file), name)]
      : [posix.join(workspace, 'src', rest as string), posix.join(workspace, rest as string)];
  return candidates.find((candidate) => /\.[cm]?[jt]sx?$/.test(candidate) && existsSync(join(root, candidate)));
};

const known = new Map<string, readonly string[]>();

/** The project's own files that a file imports, as paths from the root. */
export const importsOf = (file: string, text?: string): readonly string[] => {
  const found = text === undefined ? known.get(file) : undefined;
  if (found !== undefined) return found;
  const source = (text ?? readFileSync(join(root, file), 'utf8')).replace(TYPES_ONLY, '');
  const imports = [...source.matchAll(IMPORTED)].flatMap(([, name]) => resolved(file, name as string) ?? []);
  if (text === undefined) known.set(file, imports);
  return imports;
};

/** Every file loaded, sooner or later, by these. */
export const reachedFrom = (entries: readonly string[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  return reached;
};
