import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';
import { keepScratchInMemory } from './scratch-folder.mjs';

const seconds = (began) => ((performance.now() - began) / 1000).toFixed(0);

/** How much of a failed step's output is repeated, in characters. */
const REPEATED = 6_000;

/** Where Vitest or Playwright start to report why tests failed. */
const REASONS = /^(?:.*Failed (?:Tests|Suites) \d+.*| {2}1\) .*)$/m;

/** The names of the failed tests and why they failed. For any other step, the end of its output. */
const summaryOf = (output) => {
  const plain = stripVTControlCharacters(output);
  const named = plain.split('\n').filter((line) => /^\s*(FAIL|×|✘)\s/.test(line));
  const begin = plain.search(REASONS);
  const reasons = begin < 0 ? plain.slice(-REPEATED) : plain.slice(begin, begin + REPEATED);
  return [...new Set(named)].slice(0, 30).concat(reasons).join('\n');
};

/**
 * Runs one command. Its output is shown as it comes, or in one piece at its end.
 * @returns `name` and, if the command failed, a summary of what it printed as `failure`.
 */
const run = async ([name, command, ...args], showAtOnce) => {
  const began = performance.now();
  const pieces = [`\n── ${name}\n`];
  let output = '';
  const show = (text) => {
    output += text;
    if (showAtOnce) process.stdout.write(text);
    else pieces.push(text);
  };
  if (showAtOnce) process.stdout.write(pieces.pop());
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    // npm's commands are scripts on Windows, which only run in a shell.
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
  const [status] = await once(child, 'close');
  const failure = status === 0 ? undefined : summaryOf(output);
  show(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds(began)} s\n`);
  process.stdout.write(pieces.join(''));
  return { name, failure };
};

/** Runs two commands at a time, because each keeps one core busy. */
const runInPairs = async (steps) => {
  const waiting = [...steps];
  const outcomes = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) outcomes.push(await run(step, false));
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
};

/** Runs `inPairs` two at a time, then `inTurn` one after another. What failed is repeated at the end, where it is found. */
export const runSteps = async (inTurn, { inPairs = [] } = {}) => {
  keepScratchInMemory();
  const outcomes = await runInPairs(inPairs);
  for (const step of inTurn) outcomes.push(await run(step, true));
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  for (const { name, failure } of failed) process.stdout.write(`\n── Failed: ${name}. Its summary:\n${failure}\n`);
  process.stdout.write(`\n${outcomes.length - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
