import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const STAMP = join(root, 'dist', '.built');
const sources = [
  'contracts/src',
  'domain/src',
  'service-kit/src',
  'command-service/src',
  'query-service/src',
  'projections/src',
  'infra',
  'frontend',
  'package-lock.json',
];
const skipped = new Set(['node_modules', 'dist', 'decisions', 'docker']);

const newest = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!skipped.has(entry.name)) latest = Math.max(latest, newest(join(path, entry.name)));
  }
  return latest;
};

/** What is built into the pages from the environment. */
const builtIn = () => process.env.SUPPORT_EMAIL ?? '';

const isFresh = () =>
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === builtIn() &&
  existsSync(join(root, 'frontend', 'dist', 'index.html')) &&
  sources.every((source) => newest(join(root, source)) <= statSync(STAMP).mtimeMs);

/** Builds server and pages, unless what is built is newer than every source. */
export const ensureBuilt = async () => {
  if (isFresh()) return;
  // Not to the standard output, which may be read by a machine (`support --json`).
  process.stderr.write('Building …\n');
  // Taken before the build, so that what is saved meanwhile counts as newer.
  const began = new Date();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const [{ bundleServer }, { build }] = await Promise.all([import('./server-bundle.mjs'), import('vite')]);
  const { NODE_ENV } = process.env;
  await Promise.all([bundleServer(), build({ root: join(root, 'frontend'), logLevel: 'warn' })]);
  // The build makes the whole process a production one; what is started next is what the caller said.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(STAMP, builtIn());
  utimesSync(STAMP, began, began);
};
