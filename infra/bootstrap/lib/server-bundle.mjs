import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.mjs';

/** Processes and worker threads of the server side, by the name of their file in `dist/`. */
const entryPoints = {
  standalone: 'infra/standalone/main.ts',
  demo: 'infra/demo/main.ts',
  'command-service': 'command-service/src/main.ts',
  'query-service': 'query-service/src/main.ts',
  projections: 'projections/src/main.ts',
  'workers/sqlite-event-log': 'infra/adapters/event-log/sqlite-event-log.worker.ts',
  'workers/sqlite-key-store': 'infra/adapters/key-store/sqlite-key-store.worker.ts',
  'workers/sqlite-read-store': 'infra/adapters/read-store/sqlite-read-store.worker.ts',
};

/** Our own workspaces are bundled; packages stay where they are installed. */
const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@quorum/') ? undefined : { path, external: true },
    );
  },
};

/** Bundles the server into `dist/`. */
export const bundleServer = () =>
  build({
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
  });
