import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
// biome-ignore lint/plugin: a launcher has no test runner to ask
import { setTimeout as pause } from 'node:timers/promises';
import { EngineFailure } from './failure.mjs';
import { repositoryRoot } from './folders.mjs';

/**
 * Start time of the process with this id; undefined if there is none. Ids are reused, so only id and time together identify a process.
 */
export function startOf(pid) {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Field 22 of proc(5), counted from the state, which is field 3. A zombie no longer runs.
      return state === 'Z' ? undefined : fields[18];
    }
    const answer = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } });
    return answer.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}

export function isRunning({ pid, start }) {
  return start !== undefined && startOf(pid) === start;
}

/** Starts a program that outlives this one, with its output in a log file. */
export async function startDetached(command, args, { log, env }) {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new EngineFailure(`${command} cannot be started: ${error.message}`)));
  });
  child.unref();
  return { pid: child.pid, start: startOf(child.pid) };
}

/** SIGTERM, then SIGKILL if it does not end within the grace time. Never touches another process with the same id. */
export async function stopProcess(processRecord, graceMs = 15_000) {
  const end = Date.now() + graceMs;
  let signal = 'SIGTERM';
  while (isRunning(processRecord)) {
    if (signal) process.kill(processRecord.pid, signal);
    signal = undefined;
    await pause(50);
    if (Date.now() > end) signal = 'SIGKILL';
  }
}

/** Repeats the probe until it succeeds; fails as soon as the process has ended, or after the limit. */
export async function untilAnswering(name, processRecord, probe, { log, limitMs }) {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (!isRunning(processRecord)) throw new EngineFailure(`${name} ended while starting, see ${log}`);
      if (Date.now() > end) {
        throw new EngineFailure(`${name} does not answer (${error.message || error}), see ${log}`);
      }
      await pause(200);
    }
  }
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
