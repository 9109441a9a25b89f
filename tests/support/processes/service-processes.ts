import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { builtFile } from './built-file.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const builtPages = join(root, 'frontend', 'dist');

export type ServiceName = 'command-service' | 'query-service' | 'projections';

/** One instance of a service in its own process. */
export type ServiceProcess = {
  readonly name: ServiceName;
  readonly origin: string;
  readonly pid: number;
  isReady(): Promise<boolean>;
  /** Pauses it (SIGSTOP) or resumes it (SIGCONT). */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the process and waits for it. @returns the exit code; `null` if a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

type Environment = Readonly<Record<string, string>>;

/** Milliseconds until an instance must report its port. Kafka holds a new subscriber for seconds. */
const START_WITHIN = 60_000;

const portOf = async (child: ChildProcess): Promise<number> => {
  if (child.stdout === null) throw new Error('the process has no output');
  const lines = createInterface(child.stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN);
  try {
    for await (const line of lines) {
      const port = /runs on port (\d+)/.exec(line)?.[1];
      if (port !== undefined) return Number(port);
    }
  } finally {
    clearTimeout(timer);
    // The rest of the output is read and dropped, so that the pipe never fills.
    child.stdout.resume();
  }
  throw new Error(`${child.spawnargs[1]} ended without listening`);
};

/** Starts a built service (`npm run build`) on a free port of loopback. Resolves when it listens. */
export const startService = async (name: ServiceName, environment: Environment): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [builtFile(name)], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const origin = `http://127.0.0.1:${await portOf(child)}`;
  return {
    name,
    origin,
    pid: child.pid as number,
    signal: (signal) => void child.kill(signal),
    isReady: async () => {
      try {
        return (await fetch(`${origin}/readyz`)).ok;
      } catch {
        return false;
      }
    },
    end: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
};
