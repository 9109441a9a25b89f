import type { Fold, SnapshotForm } from '@quorum/domain/decider.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { openSnapshot, sealSnapshot } from '@quorum/service-kit/event-store/snapshot-box.ts';
import type { Position, Revision } from '@quorum/service-kit/ports/event-log.ts';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { SnapshotStore, StoredSnapshot } from '@quorum/service-kit/ports/snapshot-store.ts';
import { begun, type FoldedStream, foldInto, identityOf, noteCommand } from './folded-stream.ts';
import { RECENT_COMMANDS } from './recent-commands.ts';

/** What a snapshot was good for: `ignored` if it was of other code, another history or another key. */
export type SnapshotOutcome = 'used' | 'missing' | 'ignored' | 'written' | 'failed';

export type SnapshotsOptions = {
  readonly store: SnapshotStore;
  readonly keys: KeyStore;
  readonly ids: Ids;
  /** Called for each snapshot looked for or written. */
  readonly onOutcome?: (outcome: SnapshotOutcome, error?: unknown) => void;
  /** Events after which a stream gets a snapshot, and then another one. */
  readonly every?: number;
  /** Events up to the snapshot that are read all the same. Only tests change it. */
  readonly reread?: number;
};

/** What is encrypted. */
type Content = { readonly packed: unknown; readonly position: Position; readonly size: number };

/** A state that waits to be written down, as it was when it was offered. Folding replaces states and never changes them. */
type Offer = {
  readonly label: Omit<StoredSnapshot, 'sealed'>;
  readonly pack: () => Content;
};

const EVERY = 1_000;

const IV_BYTES = 12;

/** Offers that wait. Each holds a state in memory. */
const MOST_WAITING = 16;

/** A command leaves at most two events in a stream that has snapshots. */
const REREAD = 2 * RECENT_COMMANDS;

/**
 * Snapshots of long streams. The events up to the snapshot are not read, except for the last ones: they show that the snapshot
 * belongs to this history, and they tell the recent commands, whose digests are encrypted with the keys of their actors.
 *
 * Nothing depends on a snapshot. One that is missing, of other code, of another history or unreadable is ignored.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #every: number;
  readonly #reread: number;
  /** The newest offer of each stream. */
  readonly #waiting = new Map<string, Offer>();
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#every = options.every ?? EVERY;
    this.#reread = options.reread ?? REREAD;
  }

  /**
   * @param read reads the events of the stream from a revision on. What it throws is thrown.
   * @returns undefined if the stream has to be read from its beginning
   */
  async load<S>(
    aggregate: Fold<S>,
    stream: string,
    read: (from: Revision) => Promise<readonly StoredEvent[]>,
  ): Promise<FoldedStream<S> | undefined> {
    if (aggregate.snapshot === undefined) return undefined;
    const stored = await this.#find(stream);
    const loaded = stored && (await this.#open(aggregate, aggregate.snapshot, stored));
    if (stored === undefined || loaded === undefined) return undefined;
    const events = await read(Math.max(0, stored.revision - this.#reread));
    const after = events.findIndex(({ revision }) => revision === stored.revision) + 1;
    const last = events[after - 1];
    if (last === undefined || identityOf(last) !== stored.event) return this.#note('ignored');
    for (const event of events.slice(0, after)) noteCommand(loaded, event);
    foldInto(aggregate, loaded, events.slice(after));
    this.#note('used');
    return loaded;
  }

  /** Has a snapshot written soon if enough events have come since the last one. */
  offer<S>(aggregate: Fold<S>, stream: string, loaded: FoldedStream<S>): void {
    const { snapshot: form } = aggregate;
    const { revision, state, position, event, size, subjects } = loaded;
    if (form === undefined || revision === 'none' || revision - loaded.snapshotAt < this.#every) return;
    if (this.#waiting.size >= MOST_WAITING) return;
    loaded.snapshotAt = revision;
    const label = { stream, revision, fold: form.fold, event, subjects: [...subjects].sort() };
    this.#waiting.set(stream, { label, pack: () => ({ packed: form.pack(state), position, size }) });
    this.#writing ??= this.#writeWaiting();
  }

  /** @throws SnapshotsUnavailableError */
  async drop(stream: string): Promise<void> {
    this.#waiting.delete(stream);
    await this.#writing;
    await this.#options.store.drop(stream);
  }

  /** Resolves when nothing is being written any more. What still waits is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
  }

  /** One after another. Work that is due goes first, since writing down a large state keeps the thread busy for milliseconds. */
  async #writeWaiting(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = this.#waiting;
      if (next === undefined || this.#stopped) break;
      const [stream, offer] = next;
      this.#waiting.delete(stream);
      await this.#write(offer);
    }
    this.#writing = undefined;
  }

  async #write({ label, pack }: Offer): Promise<void> {
    const { keys, ids, store } = this.#options;
    try {
      const sealed = await sealSnapshot(label, JSON.stringify(pack()), { keys, iv: ids.bytes(IV_BYTES) });
      if (sealed === undefined) return;
      await store.put(sealed);
      this.#note('written');
    } catch (error) {
      this.#note('failed', error);
    }
  }

  async #find(stream: string): Promise<StoredSnapshot | undefined> {
    try {
      return (await this.#options.store.find(stream)) ?? this.#note('missing');
    } catch (error) {
      return this.#note('failed', error);
    }
  }

  async #open<S>(
    aggregate: Fold<S>,
    form: SnapshotForm<S>,
    stored: StoredSnapshot,
  ): Promise<FoldedStream<S> | undefined> {
    if (stored.fold !== form.fold) return this.#note('ignored');
    try {
      const content = await openSnapshot(stored, this.#options.keys);
      if (content === undefined) return this.#note('ignored');
      const { packed, position, size } = JSON.parse(content) as Content;
      const { revision, event } = stored;
      const state = form.unpack(packed);
      const subjects = new Set(stored.subjects);
      return { ...begun(aggregate), state, revision, position, event, subjects, size, snapshotAt: revision };
    } catch (error) {
      return this.#note('failed', error);
    }
  }

  #note(outcome: SnapshotOutcome, error?: unknown): undefined {
    this.#options.onOutcome?.(outcome, error);
    return undefined;
  }
}
