import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { satisfies } from 'semver';
import { describe, expect, it } from 'vitest';

type Locked = {
  readonly engines?: { readonly node?: string };
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
};

/** The oldest release of each line of Node that the product supports. */
const NODES = ['20.19.0', '22.13.0', '24.0.0'];

const read = (file: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8'));
const packages = read('package-lock.json').packages as Readonly<Record<string, Locked>>;
const { allowScripts } = read('package.json') as { allowScripts: Readonly<Record<string, boolean>> };

/** Whether the package is locked where this one resolves it: beside it, or in a folder above. */
const isLocked = (from: string, name: string): boolean => {
  const inside = `${from}/node_modules/${name}`;
  if (inside in packages) return true;
  const above = from.lastIndexOf('/node_modules/');
  return above === -1 ? `node_modules/${name}` in packages : isLocked(from.slice(0, above), name);
};

describe('the lock file', () => {
  it('the lock file names the packages of every platform, so that each can install them (RUN-10)', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(path, name))
        .map((name) => `${path} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('the lock file names the tools of Linux, macOS and Windows (RUN-10)', () => {
    for (const name of ['@biomejs/cli', '@esbuild/', '@rolldown/binding', '@img/sharp', '@oxc-parser/binding'])
      for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64']) {
        const path = `node_modules/${name}${name.endsWith('/') ? '' : '-'}${platform}`;
        expect(
          Object.keys(packages).some((known) => known.startsWith(path)),
          path,
        ).toBe(true);
      }
  });

  it('the lock file holds only packages that support Node 20.19, 22 and 24 (RUN-13)', () => {
    const refused = Object.entries(packages).flatMap(([path, { engines, optional }]) =>
      // npm leaves an optional package out where it cannot run.
      optional
        ? []
        : NODES.filter((node) => !satisfies(node, engines?.node ?? '*')).map((node) => `${path} on ${node}`),
    );
    expect(refused).toEqual([]);
  });

  it('the lock file contains no unapproved install script (RUN-10)', () => {
    const withScript = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
    expect(allowScripts).toMatchObject({ 'better-sqlite3-multiple-ciphers': true, esbuild: true });
  });
});
