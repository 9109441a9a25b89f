import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
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

/** The same for the same sources, wherever and whenever they are built. */
const buildId = () => {
  const hash = createHash('sha256').update(builtIn());
  const add = (path) => {
    if (!statSync(path).isDirectory()) hash.update(readFileSync(path));
    else
      for (const entry of readdirSync(path).sort())
        if (!skipped.has(entry)) {
          hash.update(entry);
          add(join(path, entry));
        }
  };
  for (const source of sources) add(join(root, source));
  return hash.digest('hex').slice(0, 16);
};

/** Environment variables compiled into the pages. */
const builtIn = () => process.env.SUPPORT_EMAIL ?? '';

/** Whether the build is newer than every source. */
export const isBuilt = () =>
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === builtIn() &&
  existsSync(join(root, 'frontend', 'dist', 'index.html')) &&
  sources.every((source) => newest(join(root, source)) <= statSync(STAMP).mtimeMs);

/** Builds server and pages, unless the build is newer than every source. */
export const ensureBuilt = async () => {
  if (isBuilt()) return;
  // Not to standard output, which may be read by a machine (`support --json`).
  process.stderr.write('Building …\n');
  // Taken before the build, so that files saved during it count as newer.
  const began = new Date();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const [{ bundleServer }, { build }] = await Promise.all([import('./server-bundle.mjs'), import('vite')]);
  process.env.VITE_BUILD = buildId();
  await Promise.all([bundleServer(process.env.VITE_BUILD), build({ root: join(root, 'frontend'), logLevel: 'warn' })]);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(STAMP, builtIn());
  utimesSync(STAMP, began, began);
};
