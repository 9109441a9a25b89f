/** What happens to the next append instead of an answer. */
type AppendFault = 'store-without-answer' | 'store-then-drop' | 'drop-before-storing';

/** Switches that make the test server fail as a real one did. */
export class Faults {
  #appends: AppendFault[] = [];
  #notReady = false;
  /** Accepts reads and never answers them. */
  holdReads = false;
  /** Accepts subscriptions and delivers nothing to them, even after this is switched off. */
  holdSubscriptions = false;
  /** Pending reads that the client has not abandoned. */
  heldReads = 0;

  /** Until it is ready, the server accepts connections but refuses all work. */
  setReady(ready: boolean): void {
    this.#notReady = !ready;
  }

  get ready(): boolean {
    return !this.#notReady;
  }

  /**
   * The next `count` appends meet the fault, in order of arrival. `store-without-answer`: stored, never answered. `store-then-drop`:
   * stored, then the connection breaks. `drop-before-storing`: the connection breaks, nothing is stored.
   */
  failAppends(fault: AppendFault, count = 1): void {
    this.#appends.push(...Array.from({ length: count }, () => fault));
  }

  /** Faults not yet used. */
  get left(): number {
    return this.#appends.length;
  }

  takeAppendFault(): AppendFault | undefined {
    return this.#appends.shift();
  }
}
