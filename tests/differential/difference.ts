import type { Command } from './command.ts';

/** The products disagree with each other, or with the model. */
export class Difference extends Error {
  override readonly name = 'Difference';
  /** Number of the command that shows it, if any. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A minute named in a refusal depends on the time of the run. */
const timeless = (error: string): string => error.replace(/\b\d{1,2}:\d\d [AP]M\b/g, '<time>');

type Said = { readonly name: string; readonly status: number; readonly error: string };

/** All must answer as the model expects, and with the same text. @throws Difference */
export const compared = (command: Command, expected: number, answers: readonly Said[]): void => {
  const agree = answers.every(({ status }) => (isSuccess(status) ? 200 : status) === expected);
  if (agree && new Set(answers.map(({ error }) => timeless(error))).size <= 1) return;
  const said = answers.map(({ name, status, error }) => `${name}: ${status} ${error}`);
  throw new Difference(`${JSON.stringify(command)}\n  model: ${expected}\n  ${said.join('\n  ')}`, command.n);
};
