import type { Readable } from 'node:stream';

export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreUnavailableError';
}

/** A changed byte, a cut-off end, or another key than the one it was sealed with. */
export class FileDamagedError extends Error {
  override readonly name = 'FileDamagedError';

  constructor(id: string) {
    super(`The stored file ${id} is damaged: put it back from a backup.`);
  }
}

export type StoredFile = { readonly id: string; readonly size: number };

/** Conditions on the files to list. A file must satisfy all of them. */
export type FileSelection = {
  /** Written at this instant or later (UTC, ISO 8601). */
  readonly since?: string;
  /** The prefix of the id. */
  readonly beginning?: string;
};

/** Bytes under opaque ids. Names, types and owners are recorded in events, not here. */
export interface FileStore {
  /**
   * Stores a stream under an id, sealed with the key of a subject. Leaves nothing behind if the stream fails or is aborted.
   * @throws FileStoreUnavailableError
   */
  write(id: string, source: Readable, subject: string): Promise<StoredFile>;

  /**
   * The bytes from `start` to `end` (both inclusive, both optional); `undefined` for an unknown id, or if the
   * subject's key was destroyed.
   * @throws FileDamagedError, at once or while the stream is read
   */
  read(
    id: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<{ readonly size: number; readonly stream: Readable } | undefined>;

  /** Idempotent. */
  remove(id: string): Promise<void>;

  /**
   * Ids of files written before an instant (UTC, ISO 8601), for cleaning up after aborted commands. With `since`, a file
   * that is replaced may appear twice.
   */
  list(before: string, selection?: FileSelection): AsyncIterable<string>;

  ping(): Promise<void>;
}

/** A store of bytes that are sealed already. */
export type RawFileStore = Omit<FileStore, 'write'> & { write(id: string, source: Readable): Promise<StoredFile> };
