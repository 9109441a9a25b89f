/** The fate of the next append instead of an answer. */
type AppendFault = 'store-without-answer' | 'store-then-drop' | 'drop-before-storing';

/** Switches that make the test server fail as a real one did. */
export class Faults {
  #appends: AppendFault[] = [];
  /** Until it is ready, the server accepts connections but refuses all work. */
  ready = true;
  /** Accepts reads and never answers them. */
  holdReads = false;
  /** Accepts subscriptions and delivers nothing to them, even after this is switched off. */
  holdSubscriptions = false;
  /** Pending reads that the client has not abandoned. */
  heldReads = 0;

  /**
   * The next append without a fault meets this one. `store-without-answer`: stored, never answered. `store-then-drop`:
   * stored, then the connection breaks. `drop-before-storing`: the connection breaks, nothing is stored.
   */
  failAppend(fault: AppendFault): void {
    this.#appends.push(fault);
  }

  /** Faults not yet used. */
  get left(): number {
    return this.#appends.length;
  }

  takeAppendFault(): AppendFault | undefined {
    return this.#appends.shift();
  }
}
