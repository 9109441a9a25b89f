import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What is tested, where it is not the build in its usual place. */
const { SERVER_DIST = join(root, 'dist'), PAGES_DIR = join(root, 'frontend', 'dist') } = process.env;

/** The built product as a process of its own, on its own data and port, that can be killed and started again. */
export type ServerProcess = {
  readonly origin: string;
  readonly dataDir: string;
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is flushed. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

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

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
};

const untilReady = async (origin: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    if (await isReady(origin)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not get ready');
};

export const serverProcess = async (environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-e2e-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    dataDir,
    start: async () => {
      child = spawn(process.execPath, [join(SERVER_DIST, 'standalone.js')], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          PAGES_DIR,
          REQUEST_RATE: '10000',
          // Codes are limited by address, so every test comes from one of its own.
          TRUST_PROXY: 'true',
          ...environment,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(origin, child);
    },
    kill: () => kill('SIGKILL'),
    remove: async () => {
      await kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
