import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Change, ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import { changesOf } from '../changes.ts';

/** Audiences whose last number is remembered: more than are numbered before the numbers given are stored. */
const REMEMBERED = 50_000;

/** Numbers the changes of each audience without a gap. Only the runner that holds the lease gives numbers. */
export class Sequences {
  readonly #reads: ReadStore;
  readonly #last = new RecentlyUsed<string, number>(REMEMBERED);

  constructor(reads: ReadStore) {
    this.#reads = reads;
  }

  async number(events: readonly StoredEvent[]): Promise<readonly Change[]> {
    const thin = events.flatMap((event) => changesOf(event).map((change) => ({ ...change, position: event.position })));
    const audiences = new Set(thin.map(({ audience }) => audience));
    await this.#load([...audiences].filter((audience) => this.#last.get(audience) === undefined));
    return thin.map(({ audience, kind, position, data }) => {
      const sequence = (this.#last.get(audience) ?? 0) + 1;
      this.#last.set(audience, sequence);
      return { audience, sequence, kind, position, data };
    });
  }

  async #load(audiences: readonly string[]): Promise<void> {
    if (audiences.length === 0) return;
    for (const [audience, last] of await this.#reads.sequences(audiences)) this.#last.set(audience, last);
  }
}
