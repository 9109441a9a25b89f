import type { MessageView } from '@quorum/contracts/message/wire.ts';

/** Milliseconds. Messages in quick succession are marked together. */
const MARK_DELAY_MS = 400;
/** Milliseconds between stored marks while somebody reads. Randomized, so that the readers of a busy chat do not store together. */
const STORE_INTERVAL_MS = 30_000;

type Marks = {
  /** Shows a message as read, here and in the user's other browsers. */
  readonly mark: (message: MessageView) => void;
  readonly store: (messageId: string) => void;
};

/** Decides when the newest message counts as read, and when that is stored. Times are in milliseconds of one clock. */
export class ReadMarker {
  readonly #marks: Marks;
  readonly #random: () => number;
  #marked: string | undefined;
  #unmarked: MessageView | undefined;
  #unstored: string | undefined;
  #markAt = Number.POSITIVE_INFINITY;
  #storeAt = Number.POSITIVE_INFINITY;

  /** @param marked the newest message if it is known as read. */
  constructor(marks: Marks, marked: string | undefined, random: () => number = Math.random) {
    this.#marks = marks;
    this.#marked = marked;
    this.#random = random;
  }

  /** Somebody looks at the newest message. */
  see(newest: MessageView, isConnected: boolean, now: number): void {
    // The first mark is stored soon.
    if (this.#storeAt === Number.POSITIVE_INFINITY) this.#storeAt = now + MARK_DELAY_MS;
    if (!isConnected) {
      this.#markAt = Number.POSITIVE_INFINITY;
    } else if (newest._id !== this.#marked) {
      this.#unmarked = newest;
      // The next message does not postpone it, or a busy chat would never be marked.
      this.#markAt = Math.min(this.#markAt, now + MARK_DELAY_MS);
    }
  }

  /** The reader looks away. A message that was shown counts as read, even if it is not marked yet. */
  lookAway(): void {
    this.#storeAt = Number.POSITIVE_INFINITY;
    this.#store();
  }

  tick(now: number): void {
    if (now >= this.#markAt) this.#mark();
    if (now < this.#storeAt) return;
    this.#store();
    this.#storeAt = now + STORE_INTERVAL_MS * (1 + this.#random());
  }

  /** When `tick` has something to do; infinite while there is nothing. */
  get nextTick(): number {
    return Math.min(this.#markAt, this.#storeAt);
  }

  #mark(): void {
    this.#markAt = Number.POSITIVE_INFINITY;
    if (this.#unmarked === undefined) return;
    this.#marks.mark(this.#unmarked);
    this.#marked = this.#unmarked._id;
    this.#unstored = this.#unmarked._id;
    this.#unmarked = undefined;
  }

  #store(): void {
    this.#mark();
    if (this.#unstored !== undefined) this.#marks.store(this.#unstored);
    this.#unstored = undefined;
  }
}
