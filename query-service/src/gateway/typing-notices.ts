/** Milliseconds for which an identical notice is not passed on. */
const SAME_WITHIN = 1000;

/** The last notice per person and place. */
export class TypingNotices {
  /** In chronological order. */
  readonly #last = new Map<string, { readonly isTyping: boolean; readonly at: number }>();

  /** @param now milliseconds. @returns whether to pass it on. */
  isNews(who: string, isTyping: boolean, now: number): boolean {
    this.#forget(now);
    if (this.#last.get(who)?.isTyping === isTyping) return false;
    this.#last.delete(who);
    this.#last.set(who, { isTyping, at: now });
    return true;
  }

  #forget(now: number): void {
    for (const [who, { at }] of this.#last) {
      if (now - at < SAME_WITHIN) return;
      this.#last.delete(who);
    }
  }
}
