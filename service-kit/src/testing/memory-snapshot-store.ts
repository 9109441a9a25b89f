import type { SnapshotStore, StoredSnapshot } from '../ports/snapshot-store.ts';

/** In-memory snapshots for tests and benchmarks. */
export class MemorySnapshotStore implements SnapshotStore {
  readonly #snapshots = new Map<string, StoredSnapshot>();

  async find(stream: string): Promise<StoredSnapshot | undefined> {
    return this.#snapshots.get(stream);
  }

  async put(snapshot: StoredSnapshot): Promise<void> {
    this.#snapshots.set(snapshot.stream, snapshot);
  }

  async drop(stream: string): Promise<void> {
    this.#snapshots.delete(stream);
  }

  async close(): Promise<void> {}
}
