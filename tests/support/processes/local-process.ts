import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { until } from '@quorum/service-kit/testing/until.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Milliseconds that a process may take until it answers. */
const START_WITHIN = 60_000;

export const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
};

export type LocalProcess = {
  readonly pid: number;
  /** Ends the process and waits for it. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

export type LocalProcessOptions = {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Address that answers with success once the process is ready. */
  readonly ready: string;
  /** Milliseconds until then, at most. */
  readonly within?: number;
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

const untilAnswers = async (url: string, child: ChildProcess, within: number): Promise<void> => {
  await until(async () => child.exitCode !== null || (await answers(url)), within);
  if (child.exitCode !== null) throw new Error(`The process ended with code ${child.exitCode}`);
};

/** Starts a Node process that listens on this machine. Resolves when it is ready. */
export const startLocalProcess = async (options: LocalProcessOptions): Promise<LocalProcess> => {
  const { args, environment, ready, within = START_WITHIN } = options;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A parent that ends early, by an error, leaves nothing running.
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  try {
    await untilAnswers(ready, child, within);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { pid: child.pid ?? 0, end };
};
