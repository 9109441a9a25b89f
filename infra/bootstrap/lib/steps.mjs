import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.mjs';

const seconds = (began) => ((performance.now() - began) / 1000).toFixed(0);

/** Runs one command. Its output is shown as it comes, or in one piece at its end. */
const run = async ([name, command, ...args], showAtOnce) => {
  const began = performance.now();
  const pieces = [`\n── ${name}\n`];
  const show = (text) => (showAtOnce ? process.stdout.write(text) : pieces.push(text));
  if (showAtOnce) process.stdout.write(pieces.pop());
  const child = spawn(command, args, {
    cwd: root,
    stdio: showAtOnce ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // npm's commands are scripts on Windows, which only run in a shell.
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', show);
  const [status] = await once(child, 'close');
  show(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(began)} s\n`);
  process.stdout.write(pieces.join(''));
  return status === 0;
};

/** Runs two commands at a time, because each keeps one core busy. @returns the names of those that failed. */
const runInPairs = async (steps) => {
  const waiting = [...steps];
  const failed = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      if (!(await run(step, false))) failed.push(step[0]);
  };
  await Promise.all([lane(), lane()]);
  return failed;
};

/** Runs `inPairs` two at a time, then `inTurn` one after another, and reports at the end which failed. */
export const runSteps = async (inTurn, { inPairs = [] } = {}) => {
  const failed = await runInPairs(inPairs);
  for (const step of inTurn) if (!(await run(step, true))) failed.push(step[0]);
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  const count = inPairs.length + inTurn.length;
  process.stdout.write(`\n${count - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
