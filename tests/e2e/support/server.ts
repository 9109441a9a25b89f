import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type LocalProcess, startLocalProcess } from '../../support/processes/local-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The build to test, if it is not in its usual place. */
const { SERVER_DIST = join(root, 'dist'), PAGES_DIR = join(root, 'frontend', 'dist') } = process.env;

/** Who signs in at /admin. */
export const ADMIN = { username: 'root', password: 'correct horse' };

/** The built product in its own process, with its own data and port, which can be killed and restarted. */
export type ServerProcess = {
  readonly origin: string;
  readonly dataDir: string;
  start(): Promise<void>;
  /** SIGKILL: nothing is finished or flushed. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

export const serverProcess = async (environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-e2e-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let running: LocalProcess | undefined;
  return {
    origin,
    dataDir,
    start: async () => {
      running = await startLocalProcess({
        args: [join(SERVER_DIST, 'standalone.js')],
        environment: {
          PORT: String(port),
          DATA_DIR: dataDir,
          PAGES_DIR,
          REQUEST_RATE: '10000',
          MESSAGE_RATE: '100000',
          ADMIN_USERNAME: ADMIN.username,
          ADMIN_PASSWORD: ADMIN.password,
          // Codes are limited by address, so every test has its own.
          TRUST_PROXY: 'true',
          ...environment,
        },
        ready: `${origin}/readyz`,
      });
    },
    kill: async () => running?.end('SIGKILL'),
    remove: async () => {
      await running?.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
