import {
  MongoAPIError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoSystemError,
} from 'mongodb';

/** Codes by which a server says that it cannot serve now: stepping down, shutting down, not yet ready, out of time. */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** What the system says of a connection that is gone; the driver hands it on as it is when it was about to write. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
]);

/** The server cannot be reached or cannot serve now, as opposed to a command that makes no sense. */
export const isMongoFailure = (error: unknown): error is Error =>
  error instanceof MongoNetworkError ||
  (error instanceof Error && SYSTEM_CODES.has((error as NodeJS.ErrnoException).code)) ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoSystemError ||
  // Closed or not yet connected.
  (error instanceof MongoAPIError && /NotConnected|TopologyClosed|ClientClosed/.test(error.name)) ||
  (error instanceof MongoServerError &&
    (UNAVAILABLE_CODES.has(error.code) || error.hasErrorLabel('RetryableWriteError')));
