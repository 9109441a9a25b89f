import { type Progress, type Report, type SupportCall, SupportError } from './command.ts';
import { commands } from './commands.ts';
import type { SupportContext } from './support-context.ts';

/** What a call of the tool is answered with: progress as often as there is some, and one end. */
export type Answer =
  | { readonly progress: Progress }
  | { readonly report: Report }
  /** `wrong` when the call itself was. */
  | { readonly failed: string; readonly wrong: boolean };

type Run = (onProgress: (progress: Progress) => void) => Promise<Report>;

/** Milliseconds between two words of progress. */
const PROGRESS_EVERY = 500;

/** What the process that has the engines does for a call. @throws SupportError, UsageError */
export const runAt =
  (context: SupportContext, call: SupportCall): Run =>
  async (onProgress) => {
    const command = commands.get(call.command);
    // Another version of the product may be running than that of the tool.
    if (command === undefined || !('run' in command))
      throw new SupportError(`The running product does not know "${call.command}".`);
    return command.run(context, call, onProgress);
  };

/** Carries a call out. Never rejects: what goes wrong is an answer. */
export const runCommand = async (run: Run, tell: (answer: Answer) => void): Promise<void> => {
  let told = performance.now();
  const onProgress = (progress: Progress): void => {
    if (performance.now() - told < PROGRESS_EVERY) return;
    told = performance.now();
    tell({ progress });
  };
  try {
    tell({ report: await run(onProgress) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    tell({ failed: message.split('\n', 1)[0] ?? name, wrong: name === 'UsageError' });
  }
};
