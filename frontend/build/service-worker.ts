import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Builds the worker that shows alerts. Its address never changes, and browsers look there for a newer one. */
export const serviceWorker = (): Plugin => {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(root, 'src/worker/sw.ts'), fileName: 'sw.js' });
    },
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      // Browsers start it as a script, in which an import is an error.
      if (worker?.type !== 'chunk' || worker.imports.length > 0) this.error('The worker must be one file');
    },
  };
};
