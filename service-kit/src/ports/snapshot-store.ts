import type { Revision } from './event-log.ts';

/** The folded state of a stream at a revision, encrypted. */
export type StoredSnapshot = {
  readonly stream: string;
  readonly revision: Revision;
  /** Names the code of the fold. */
  readonly fold: string;
  /** Identifies the event at the revision. */
  readonly event: string;
  /** Subjects whose keys are needed to open it. */
  readonly subjects: readonly string[];
  readonly sealed: Uint8Array;
};

/**
 * Keeps at most one snapshot per stream. Everything in it can be folded from the events again, so it may lose any of them at any
 * time, and a caller must work without.
 */
export interface SnapshotStore {
  /** @throws SnapshotsUnavailableError */
  find(stream: string): Promise<StoredSnapshot | undefined>;

  /** Takes the place of the stream's earlier one, whatever its revision. @throws SnapshotsUnavailableError */
  put(snapshot: StoredSnapshot): Promise<void>;

  /** Idempotent. @throws SnapshotsUnavailableError */
  drop(stream: string): Promise<void>;

  close(): Promise<void>;
}

export class SnapshotsUnavailableError extends Error {
  override readonly name = 'SnapshotsUnavailableError';
}
