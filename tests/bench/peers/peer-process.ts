import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from '@quorum/service-kit/testing/until.ts';

const START_WITHIN = 60_000;

export type PeerProcess = { readonly port: number; readonly pid: number; stop(): Promise<void> };

const listens = async (port: number): Promise<boolean> => {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // It refuses connections until it listens; the caller decides when to give up.
    return false;
  } finally {
    socket.destroy();
  }
};

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

type Command = {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
};

/** Starts another server as a child process. Resolves when it listens. It is killed, because its data are temporary. */
export const startPeer = async ({ command, args, environment, port }: Command): Promise<PeerProcess> => {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    await stopped(child);
  };
  try {
    await until(async () => child.exitCode !== null || (await listens(port)), START_WITHIN);
    if (child.exitCode !== null) throw new Error(`${command} ended with code ${child.exitCode}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid ?? 0, stop };
};

/** @throws an error that names missing packages */
export const requireInstalled = (paths: readonly string[]): void => {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  throw new Error(
    `${missing.join(', ')} is missing. On Debian 12: apt-get install ejabberd erlang-p1-sqlite3 prosody lua-dbi-sqlite3 lua-event. ` +
      'Then stop the services that the packages started: systemctl disable --now ejabberd prosody',
  );
};
