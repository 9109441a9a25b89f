import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const STAMP = join(root, 'node_modules', '.cache', 'quorum', 'installed');

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Quorum needs Node 20.19 or newer; this is ${process.versions.node}.`);
};

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Installs what the lock file names, unless exactly that is installed already. */
export const ensureInstalled = () => {
  requireNode();
  const digest = lockDigest();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return;
  process.stdout.write('Installing packages, once …\n');
  // npm's commands are scripts on Windows, which only run in a shell.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('The packages could not be installed (npm ci).');
  mkdirSync(join(STAMP, '..'), { recursive: true });
  writeFileSync(STAMP, digest);
};
