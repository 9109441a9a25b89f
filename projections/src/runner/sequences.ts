import { collections, type MembershipDocument } from '@quorum/contracts/documents/collections.ts';
import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Change, ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import { changedPerson, changesOf, memberUpdated, type ThinChange } from '../changes.ts';

/** Audiences whose last number is remembered: more than are numbered before the numbers given are stored. */
const REMEMBERED = 50_000;
/** People whose newest groups are remembered, for those that are not stored yet. */
const REMEMBERED_JOINERS = 10_000;
const MOST_GROUPS = 1000;

/** Numbers the changes of each audience without a gap. Only the runner that holds the lease gives numbers. */
export class Sequences {
  readonly #reads: ReadStore;
  readonly #last = new RecentlyUsed<string, number>(REMEMBERED);
  readonly #joined = new RecentlyUsed<string, readonly string[]>(REMEMBERED_JOINERS);

  constructor(reads: ReadStore) {
    this.#reads = reads;
  }

  async number(events: readonly StoredEvent[]): Promise<readonly Change[]> {
    const thin: (ThinChange & Pick<Change, 'position'>)[] = [];
    for (const event of events) {
      this.#noteJoined(event);
      const toPeers = await this.#toPeers(changedPerson(event));
      for (const change of [...changesOf(event), ...toPeers]) thin.push({ ...change, position: event.position });
    }
    const audiences = new Set(thin.map(({ audience }) => audience));
    await this.#load([...audiences].filter((audience) => this.#last.get(audience) === undefined));
    return thin.map(({ audience, kind, position, data }) => {
      const sequence = (this.#last.get(audience) ?? 0) + 1;
      this.#last.set(audience, sequence);
      return { audience, sequence, kind, position, data };
    });
  }

  /** What one person's groups hear. That somebody has left one of them meanwhile makes no difference to it. */
  async #toPeers(userId: string | undefined): Promise<readonly ThinChange[]> {
    if (userId === undefined) return [];
    const stored = await this.#reads.active.query<MembershipDocument>(collections.memberships.name, {
      where: { userId },
      order: { field: 'joinedPosition', direction: 'asc' },
      limit: MOST_GROUPS,
    });
    const groupIds = new Set([...stored.map(({ groupId }) => groupId), ...(this.#joined.get(userId) ?? [])]);
    return [...groupIds].map((groupId) => memberUpdated(groupId, userId));
  }

  #noteJoined(event: StoredEvent): void {
    if (event.type !== 'MemberJoined' && event.type !== 'GroupCreated') return;
    const userId = event.type === 'MemberJoined' ? event.data.userId : event.data.ownerId;
    this.#joined.set(userId, [...(this.#joined.get(userId) ?? []).slice(-9), event.data.groupId]);
  }

  async #load(audiences: readonly string[]): Promise<void> {
    if (audiences.length === 0) return;
    for (const [audience, last] of await this.#reads.sequences(audiences)) this.#last.set(audience, last);
  }
}
