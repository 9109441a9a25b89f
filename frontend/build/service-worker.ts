import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = 'src/worker/sw.ts';
const FILE = 'sw.js';

/** Builds the worker that shows alerts. Its address never changes, and browsers look there for a newer one. */
export const serviceWorker = (): Plugin => {
  let root = '';
  let isBuild = false;
  return {
    name: 'service-worker',
    configResolved: (config) => {
      root = config.root;
      isBuild = config.command === 'build';
    },
    configureServer: (server) => {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        server.transformRequest(`/${SOURCE}`).then((script) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(script?.code);
        }, next);
      });
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: join(root, SOURCE), fileName: FILE });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[FILE];
      // Browsers start it as a script, in which an import is an error.
      if (worker?.type !== 'chunk' || worker.imports.length > 0) this.error('The worker must be one file');
    },
  };
};
