import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Entry points of worker threads, by name, relative to this file. A bundle contains each as `workers/{name}.js` in the folder of
 * the file that contains this module.
 */
export const workerEntries = {
  'sqlite-event-log': './event-log/sqlite-event-log.worker.ts',
  'sqlite-key-store': './key-store/sqlite-key-store.worker.ts',
  'sqlite-read-store': './read-store/sqlite-read-store.worker.ts',
} as const;

export type WorkerName = keyof typeof workerEntries;

/** Starts a worker from the TypeScript sources (tests, development) or from the bundle. */
export const startWorker = (name: WorkerName, workerData: unknown): Worker => {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./workers/${name}.js`, import.meta.url), { workerData });
  }
  // The loader's command-line form does not reach worker threads on Node 20, so the thread registers it.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const source = new URL(workerEntries[name], import.meta.url).href;
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(start, { eval: true, workerData, execArgv: [] });
};
