import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startLocalProcess } from '../../support/processes/local-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Milliseconds in which read models are built from a log of a million events. */
const START_WITHIN = 10 * 60_000;

export type Process = { readonly origin: string; readonly pid: number; stop(): Promise<void> };

const start = async (args: string[], environment: Readonly<Record<string, string>>, path: string): Promise<Process> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { pid, end } = await startLocalProcess({
    args,
    environment: { ...environment, PORT: String(port) },
    ready: `${origin}${path}`,
    within: START_WITHIN,
  });
  return { origin, pid, stop: () => end() };
};

/** The product as `npm start` serves it, on a data folder; resolves when it is ready. */
export const productProcess = (dataDir: string, environment: Readonly<Record<string, string>> = {}): Promise<Process> =>
  start(
    [join(root, 'infra', 'bootstrap', 'serve.mjs'), 'standalone'],
    {
      DATA_DIR: dataDir,
      PAGES_DIR: join(root, 'frontend', 'dist'),
      HOST: '127.0.0.1',
      // Each client names an address of its own, so that many people can sign up.
      TRUST_PROXY: 'true',
      REQUEST_RATE: '1000000',
      MESSAGE_RATE: '100000',
      LOG_LEVEL: 'info',
      ...environment,
    },
    '/readyz',
  );

/** A baseline server: a TypeScript file of this folder that listens on `PORT` of 127.0.0.1 and answers `GET /`. */
export const baselineProcess = (file: string): Promise<Process> =>
  start(['--import', 'tsx', fileURLToPath(new URL(file, import.meta.url))], {}, '/');
