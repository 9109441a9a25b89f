import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { LogRefusedError, LogUnavailableError } from './ports/event-log.ts';
import { FileStoreUnavailableError } from './ports/file-store.ts';
import { KeysUnavailableError } from './ports/key-store.ts';
import { ReadStoreUnavailableError } from './ports/read-store.ts';

/** Seconds after which a client may retry when an engine was unreachable. */
const RETRY_AFTER = 1;

const engineErrors = [LogUnavailableError, KeysUnavailableError, ReadStoreUnavailableError, FileStoreUnavailableError];

/** Whether an engine could not be reached, so that the same call may succeed later. */
export const isOutage = (error: unknown): boolean => engineErrors.some((kind) => error instanceof kind);

/** The refusal for an exception. It never has the message; it only says whether a retry makes sense. */
export const refusalOfFailure = (error: unknown): Refusal => {
  if (isOutage(error)) return refuse('service/unavailable', undefined, RETRY_AFTER);
  if (error instanceof LogRefusedError && error.reason === 'too-large') return refuse('request/too-large');
  if (error instanceof LogRefusedError && error.reason === 'deleted') return refuse('request/not-found');
  return refuse('service/failed');
};

/** Name and location of an error without its message, which may quote user text. */
export const describeFailure = (error: unknown): string =>
  error instanceof Error ? [error.name, ...framesOf(error)].join(' ') : 'unknown';

/** A message may span several lines before the frames, so frames are recognized by their form. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at \S/.test(line))
    .slice(0, 3)
    .map((line) => line.trim());
