import type { Readable } from 'node:stream';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';

export const unavailable = (cause: unknown): FileStoreUnavailableError =>
  new FileStoreUnavailableError('The file store is not available', { cause });

/** Distinguishes a failure of the upload, which is the caller's, from one of the store. */
export const isFailureOf = (source: Readable, error: unknown): boolean =>
  source.errored === error || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
