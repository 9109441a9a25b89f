import { spawn, spawnSync } from 'node:child_process';
import { EngineFailure } from './failure.mjs';

/** @throws EngineFailure if the program is not on the PATH, with the reason why it is needed. */
export function requireProgram(name, versionArguments, purpose) {
  const probe = spawnSync(name, versionArguments, { encoding: 'utf8' });
  if (probe.error || probe.status !== 0) throw new EngineFailure(`${name} is missing: ${purpose}`);
  return `${probe.stdout}\n${probe.stderr}`;
}

/** Runs a program to its end, with its output on stderr (stdout carries only the environment). */
export async function run(name, args, options = {}) {
  const child = spawn(name, args, { stdio: ['ignore', 2, 2], ...options });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) throw new EngineFailure(`${name} ${args[0] ?? ''} ended with ${code}, see its output above`);
}
