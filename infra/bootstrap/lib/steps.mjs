import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

/** Runs all commands in turn and reports at the end which failed. */
export const runSteps = (steps) => {
  const failed = [];
  for (const [name, command, ...args] of steps) {
    const began = performance.now();
    process.stdout.write(`\n── ${name}\n`);
    const { status } = spawnSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // npm's commands are scripts on Windows, which only run in a shell.
      shell: process.platform === 'win32',
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    process.stdout.write(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
    if (status !== 0) failed.push(name);
  }
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.stdout.write(`\n${steps.length - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
