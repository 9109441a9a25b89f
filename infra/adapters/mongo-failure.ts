import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import {
  MongoAPIError,
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoSystemError,
} from 'mongodb';

/** Server codes for "cannot serve now": stepping down, shutting down, not ready, out of time. */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** System errors of a lost connection, which the driver passes on unchanged if it was about to write. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
]);

const DUPLICATE_KEY = 11_000;

/** A document with this id already exists. For a bulk write: all failures were of this kind. */
export const isDuplicateKey = (error: unknown): boolean => {
  if (error instanceof MongoBulkWriteError) {
    const errors = [error.writeErrors].flat();
    return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
};

/** A transaction that the server aborted before any of it took effect, so it can be retried. */
export const isPassing = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');

const FAILURES: readonly ((error: unknown) => boolean)[] = [
  (error) => error instanceof MongoNetworkError,
  (error) => error instanceof Error && SYSTEM_CODES.has((error as NodeJS.ErrnoException).code),
  (error) => error instanceof MongoServerSelectionError,
  (error) => error instanceof MongoError && error.name === 'MongoWaitQueueTimeoutError',
  (error) => error instanceof MongoSystemError,
  isPassing,
  (error) => error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult'),
  // Closed or not yet connected.
  (error) => error instanceof MongoAPIError && /NotConnected|TopologyClosed|ClientClosed/.test(error.name),
  (error) => error instanceof MongoServerError && UNAVAILABLE_CODES.has(error.code),
  (error) => error instanceof MongoServerError && error.hasErrorLabel('RetryableWriteError'),
];

/** The server cannot be reached or cannot serve now, as opposed to an invalid command. */
export const isMongoFailure = (error: unknown): error is Error => FAILURES.some((matches) => matches(error));

/** Milliseconds. */
export const ANSWER_TIMEOUT_MS = 5_000;

/** The server ends a query that nobody waits for. */
export const BOUNDED = { maxTimeMS: ANSWER_TIMEOUT_MS } as const;

/** For work of any length: distinguishes an unreachable server from a faulty command. */
export const reached = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isMongoFailure(error)) throw error;
    throw new ReadStoreUnavailableError(`MongoDB cannot be reached: ${error.message}`, { cause: error });
  }
};

/** For reads that someone is waiting for. */
export const guarded = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(
    ANSWER_TIMEOUT_MS,
    reached(work),
    () => new ReadStoreUnavailableError(`MongoDB did not answer within ${ANSWER_TIMEOUT_MS} ms.`),
  );
