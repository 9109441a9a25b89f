import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Context } from '../handling/context.ts';

/** Sessions read at once. */
const PAGE_SIZE = 1000;

/**
 * The people who get pushes, so that an event costs nothing when it concerns none of them. Some may have ended that since: whoever
 * sends looks at their sessions.
 */
export class Subscribers {
  #known = new Set<string>();
  #isLoaded = false;
  #loading: Promise<void> | undefined;

  /** Another process may have led since. */
  reset(): void {
    this.#known = new Set();
    this.#loading = undefined;
    this.#isLoaded = false;
  }

  /** Known only once `all` has resolved. */
  get areNone(): boolean {
    return this.#isLoaded && this.#known.size === 0;
  }

  add(userId: string): void {
    this.#known.add(userId);
  }

  /** @throws ReadStoreUnavailableError */
  async all({ reads }: Pick<Context, 'reads'>): Promise<ReadonlySet<string>> {
    const known = this.#known;
    this.#loading ??= load(reads.active, known);
    try {
      await this.#loading;
      this.#isLoaded = true;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
    return known;
  }
}

const load = async (active: Context['reads']['active'], into: Set<string>): Promise<void> => {
  const subscribed = { where: {}, order: { field: 'pushedAt', direction: 'asc' } } as const;
  for await (const page of pagesOf(active, 'sessions', subscribed, PAGE_SIZE))
    for (const { userId } of page) into.add(userId);
};
