import { messageOf } from '@quorum/service-kit/message-of.ts';
import { makePrivateFiles } from '../engines/private-folder.ts';
import { readSettings } from '../settings/settings.ts';
import { UsageError } from './command.ts';
import { type Call, help, readCall } from './command-line.ts';
import { dispatch } from './dispatch.ts';
import type { Answer } from './run-command.ts';

/** Clears the progress line from the terminal. */
const WIPE = '\r\u001b[K';

type Timed = Extract<Answer, { readonly progress: unknown }>['progress'];

const progressLine = ({ what, done, total, elapsedMs }: Timed): string => {
  const rate = done / Math.max(1, elapsedMs);
  const remaining = total > done && rate > 0 ? `, ${Math.ceil((total - done) / rate / 1000)} s left` : '';
  const of = total > 0 ? ` of ${total}` : '';
  return `${done}${of} ${what}, ${Math.round(rate * 1000)} a second${remaining}`;
};

const showProgress = (progress: Timed): void => {
  const line = progressLine(progress);
  process.stderr.write(process.stderr.isTTY ? `${WIPE}${line}` : `${line}\n`);
};

const print = (answer: Answer, json: boolean): void => {
  if ('progress' in answer) {
    showProgress(answer.progress);
    return;
  }
  if (process.stderr.isTTY) process.stderr.write(WIPE);
  if ('failed' in answer) {
    process.stderr.write(`${answer.failed}\n`);
    process.exitCode = answer.wrong ? 2 : 1;
    return;
  }
  const { lines, data, fault = false } = answer.report;
  process.stdout.write(json ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`);
  process.exitCode = fault ? 1 : 0;
};

const run = async (): Promise<void> => {
  const call: Call = readCall(process.argv.slice(2), process.env);
  if ('help' in call) return void process.stdout.write(help(call.help));
  // Interrupted, so it did not succeed.
  process.exitCode = 1;
  await dispatch(readSettings(process.env, { sendsSms: false, answersPeople: false }), call.supportCall, (answer) =>
    print(answer, call.json),
  );
};

makePrivateFiles();
await run().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
