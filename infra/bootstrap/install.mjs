import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
};

/** Whether npm has installed what the lock file names. Packages of other platforms and optional ones may be missing. */
const isInstalled = () => {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (path in installed ? installed[path].version === version : optional || devOptional),
  );
};

if (!isInstalled()) {
  process.stderr.write('Installing packages, once …\n');
  // With NODE_ENV=production, npm would leave out what builds the product.
  // Not to standard output, which may be read by a machine (`support --json`). npm is a script on Windows, which only runs in a shell.
  const { status } = spawnSync('npm ci --include=dev --loglevel=error', {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    shell: true,
  });
  if (status !== 0) process.exit(1);
}
