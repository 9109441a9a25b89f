/** What the next append meets instead of an answer. */
type AppendFault = 'store-without-answer' | 'store-then-drop' | 'drop-before-storing';

/** Switches that make the test server fail as a real one was seen to fail. */
export class Faults {
  #appends: AppendFault[] = [];
  #notReady = false;
  /** Reads are taken and never answered. */
  holdReads = false;
  /** Subscriptions are taken and deliver nothing, not even after this was taken back. */
  holdSubscriptions = false;
  /** Those that wait, and whose client has not given them up. */
  heldReads = 0;

  /** Until it is ready, a server that already accepts connections refuses all work. */
  setReady(ready: boolean): void {
    this.#notReady = !ready;
  }

  get ready(): boolean {
    return !this.#notReady;
  }

  /**
   * The next `count` appends meet the fault, in the order of arrival:
   * - `store-without-answer`: stored, the caller never hears of it;
   * - `store-then-drop`: stored, then the caller's connection breaks;
   * - `drop-before-storing`: the caller's connection breaks, nothing is stored.
   */
  failAppends(fault: AppendFault, count = 1): void {
    this.#appends.push(...Array.from({ length: count }, () => fault));
  }

  /** Faults that no append has met yet. */
  get left(): number {
    return this.#appends.length;
  }

  takeAppendFault(): AppendFault | undefined {
    return this.#appends.shift();
  }
}
