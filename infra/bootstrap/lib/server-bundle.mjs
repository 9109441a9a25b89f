import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..', '..');

/** Server processes and worker threads, by the name of their file in `dist/`. */
const entryPoints = {
  standalone: 'infra/processes/standalone.ts',
  support: 'infra/processes/support/main.ts',
  demo: 'infra/processes/demo/main.ts',
  'command-service': 'infra/processes/command-service.ts',
  'query-service': 'infra/processes/query-service.ts',
  projections: 'infra/processes/projections.ts',
  'workers/sqlite-checkpoints': 'infra/adapters/sqlite-checkpoints.worker.ts',
  'workers/sqlite-event-log': 'infra/adapters/event-log/sqlite/sqlite-event-log.worker.ts',
  'workers/sqlite-finder': 'infra/adapters/read-store/sqlite/sqlite-finder.worker.ts',
  'workers/sqlite-key-store': 'infra/adapters/key-store/sqlite-key-store.worker.ts',
  'workers/sqlite-read-store': 'infra/adapters/read-store/sqlite/sqlite-read-store.worker.ts',
};

/** Our own workspaces are bundled; packages stay in node_modules. */
const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@quorum/') ? undefined : { path, external: true },
    );
  },
};

/** Bundles the server so that every process loads only the chunks it needs. */
export const serverBundle = {
  absWorkingDir: root,
  entryPoints: Object.entries(entryPoints).map(([out, file]) => ({ in: join(root, file), out })),
  outdir: join(root, 'dist'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [packagesStayOutside],
};

/** Data files that a module reads from its own folder. */
const assets = ['infra/adapters/places/us-places.txt.br'];

/** Bundles the server into `dist/`. @param id of the build, which the pages have too */
export const bundleServer = async (id) => {
  await build({ ...serverBundle, define: { 'process.env.QUORUM_BUILD': JSON.stringify(id) } });
  for (const asset of assets) copyFileSync(join(root, asset), join(root, 'dist', basename(asset)));
};
