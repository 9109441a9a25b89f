import type { Bus, ReadNotice } from '@quorum/service-kit/ports/bus.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import type { Context } from '../handling/context.ts';

/** Marks kept. Stored marks follow within a minute. */
const CACHE_SIZE = 50_000;

/** How far people have read, as reported by any of their browsers: marks are broadcast at once and stored rarely. */
export class ReadMarks {
  readonly #reported = new RecentlyUsed<string, string>(CACHE_SIZE);
  readonly #following: Promise<() => Promise<void>>;

  constructor(bus: Bus) {
    this.#following = bus.subscribe((message) => {
      if (message.kind === 'read') this.#take(message.notice);
    });
  }

  /** @param order the message's. @throws ReadStoreUnavailableError */
  async hasRead({ reads }: Pick<Context, 'reads'>, userId: string, groupId: string, order: string): Promise<boolean> {
    const id = ownGroupId(userId, groupId);
    if ((this.#reported.get(id) ?? '') >= order) return true;
    return ((await reads.active.get('readMarkers', id))?.order ?? '') >= order;
  }

  async stop(): Promise<void> {
    await (await this.#following)();
  }

  #take({ userId, groupId, order }: ReadNotice): void {
    const id = ownGroupId(userId, groupId);
    if (order > (this.#reported.get(id) ?? '')) this.#reported.set(id, order);
  }
}
