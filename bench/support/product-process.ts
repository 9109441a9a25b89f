import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Process = { readonly origin: string; stop(): Promise<void> };

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

const untilAnswers = async (url: string, child: ChildProcess): Promise<void> => {
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The process ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const start = async (args: string[], environment: Readonly<Record<string, string>>, path: string): Promise<Process> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(`${origin}${path}`, child);
  return {
    origin,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The product as `npm start` serves it, on a data folder; resolves when it is ready. */
export const productProcess = (dataDir: string): Promise<Process> =>
  start(
    [join(root, 'infra', 'bootstrap', 'start.mjs')],
    {
      DATA_DIR: dataDir,
      PAGES_DIR: join(root, 'frontend', 'dist'),
      HOST: '127.0.0.1',
      REQUEST_RATE: '1000000',
      LOG_LEVEL: 'info',
    },
    '/readyz',
  );

/** A baseline server: a TypeScript file that listens on `PORT` of 127.0.0.1 and answers `GET /`. */
export const baselineProcess = (file: string): Promise<Process> =>
  start(['--import', 'tsx', join(root, 'bench', 'support', file)], {}, '/');
