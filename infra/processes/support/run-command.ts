import { type Progress, type Report, type SupportCall, SupportError } from './command.ts';
import { commands } from './commands.ts';
import type { SupportContext } from './support-context.ts';

/** The tool's responses to a call: any number of progress messages, and one end. */
export type Answer =
  | { readonly progress: Progress & { readonly elapsedMs: number } }
  | { readonly report: Report }
  /** `wrong` if the call itself was invalid. */
  | { readonly failed: string; readonly wrong: boolean };

type Run = (onProgress: (progress: Progress) => void) => Promise<Report>;

/** Milliseconds between two progress messages. */
const PROGRESS_INTERVAL_MS = 500;

/** Runs a call in the process that has the engines. @throws SupportError, UsageError */
export const runAt =
  (context: SupportContext, call: SupportCall): Run =>
  async (onProgress) => {
    const command = commands.get(call.command);
    // The running product may have another version than the tool.
    if (command === undefined || !('run' in command))
      throw new SupportError(`The running product does not know "${call.command}".`);
    return command.run(context, call, onProgress);
  };

/** Carries out a call. Never rejects: errors become responses. */
export const runCommand = async (run: Run, emit: (answer: Answer) => void): Promise<void> => {
  let reportedAt = performance.now();
  let seenAt = reportedAt;
  let began = reportedAt;
  let last: Progress = { what: '', done: 0, total: 0 };
  const onProgress = (progress: Progress): void => {
    // A stage begins when the previous one last reported progress.
    if (progress.what !== last.what || progress.done < last.done) began = seenAt;
    last = progress;
    seenAt = performance.now();
    if (seenAt - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = seenAt;
    emit({ progress: { ...progress, elapsedMs: seenAt - began } });
  };
  try {
    emit({ report: await run(onProgress) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    emit({ failed: message.split('\n', 1)[0] ?? name, wrong: name === 'UsageError' });
  }
};
