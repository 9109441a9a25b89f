import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

type EventStoreProcess = {
  readonly uri: string;
  readonly port: number;
  /** SIGKILL, SIGTERM, SIGSTOP, SIGCONT: the signals with which a real server was observed. */
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a kill. */
  readonly exited: Promise<number | null>;
};

/** Starts the fixture in its own process, on loopback. Resolves when it accepts connections. */
export async function startEventStoreProcess(
  options: {
    readonly port?: number;
    readonly file?: string;
    /** Appends take as long as observed, see `OBSERVED_APPEND_COST`. */
    readonly slowAppends?: boolean;
  } = {},
): Promise<EventStoreProcess> {
  const flags = { port: options.port, file: options.file };
  const args = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  if (options.slowAppends === true) args.push('--slow-appends');
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  const uri = Array.isArray(line) ? /esdb:\S+/.exec(String(line[0]))?.[0] : undefined;
  if (uri === undefined) throw new Error(`the EventStoreDB fixture did not start: ${String(line)}`);
  return { uri, port: Number(new URL(uri).port), signal: (name) => child.kill(name), exited };
}
