import type { Settings } from '../settings/settings.ts';
import type { SupportContext } from './support-context.ts';

/** The call is invalid. One line says what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The call is valid but cannot be carried out. One line says why. */
export class SupportError extends Error {
  override readonly name = 'SupportError';
}

export const flags = {
  at: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  group: { type: 'string' },
  user: { type: 'string' },
  admin: { type: 'string' },
  kind: { type: 'string' },
  limit: { type: 'string' },
  log: { type: 'string' },
  out: { type: 'string' },
  erased: { type: 'string' },
  reveal: { type: 'boolean' },
} as const;

export type Flags = {
  readonly [name in keyof typeof flags]?: (typeof flags)[name]['type'] extends 'boolean' ? boolean : string;
};

export type SupportCall = {
  readonly command: string;
  readonly words: readonly string[];
  readonly flags: Flags;
  /** The operating system account, and behind `sudo` the one that called it. */
  readonly by: string;
  /** From the tool's environment, so that it appears in no process list. */
  readonly newMasterKey?: string | undefined;
};

/** Progress of long work. `total` is 0 if it is unknown. */
export type Progress = { readonly what: string; readonly done: number; readonly total: number };

/** The result: lines for a person, data for a machine. `fault` is set if something is wrong with the product. */
export type Report = { readonly lines: readonly string[]; readonly data: unknown; readonly fault?: boolean };

type Described = {
  /** Arguments, as help shows them. */
  readonly words: string;
  /** Allowed number of arguments. */
  readonly min: number;
  readonly max: number;
  readonly flags: readonly (keyof Flags)[];
  /** The values of `--to`, if it is not a point in time. */
  readonly targets?: readonly string[];
  /** Its purpose, in one line. */
  readonly help: string;
};

export type OnProgress = (progress: Progress) => void;

/** Runs in the process that has the engines. */
export type Command = Described & {
  readonly run: (context: SupportContext, call: SupportCall, onProgress: OnProgress) => Promise<Report>;
};

/** Runs in the tool itself, on the files of a data folder. Its argument is a folder. */
export type LocalCommand = Described & {
  readonly runHere: (settings: Settings, call: SupportCall, onProgress: OnProgress) => Promise<Report>;
};

/** @throws UsageError */
export const wholeNumber = (name: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new UsageError(`--${name} must be a whole number, not "${text}".`);
  return value;
};
