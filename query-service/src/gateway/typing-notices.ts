/** For so long a notice that says the same again is not passed on, in milliseconds. */
const SAME_WITHIN = 1000;

/** What people were last said to do; told apart by whatever names the person and the place. */
export class TypingNotices {
  /** In the order of their times. */
  readonly #last = new Map<string, { readonly isTyping: boolean; readonly at: number }>();

  /** @param now milliseconds. @returns whether it is to be passed on. */
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
