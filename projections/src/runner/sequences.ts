import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { changedPerson } from '../account/fold.ts';
import type { ThinChange } from '../audience.ts';
import { changesOf } from '../features.ts';
import { memberUpdated } from '../group/fold.ts';

/** Audiences whose last stored number is cached. */
const CACHED_AUDIENCES = 50_000;
/** People whose newest groups are cached until those are stored. */
const CACHED_JOINERS = 10_000;
const MAX_GROUPS = 1000;

/** The changes of an event, without numbers. @throws if they cannot be computed; `checkChanges` finds that out beforehand. */
const affectedBy = (event: StoredEvent) => ({
  joined: joinedOf(event),
  person: changedPerson(event),
  own: changesOf(event),
});

const joinedOf = (event: StoredEvent): { readonly userId: string; readonly groupId: string } | undefined => {
  if (event.type === 'MemberJoined') return { userId: event.data.userId, groupId: event.data.groupId };
  if (event.type === 'GroupCreated') return { userId: event.data.ownerId, groupId: event.data.groupId };
  return undefined;
};

/** @throws if the changes of an event cannot be computed. Such an event would end every run over the log. */
export const checkChanges = (event: StoredEvent): void => {
  affectedBy(event);
};

/** Numbers the changes of each audience without gaps. Only the runner that holds the lease assigns numbers. */
export class Sequences {
  readonly #reads: ReadStore<Reads>;
  readonly #stored = new RecentlyUsed<string, number>(CACHED_AUDIENCES);
  /** The last numbers that were assigned and not stored yet. The cache may evict any number; these would then be assigned twice. */
  readonly #assigned = new Map<string, number>();
  readonly #joined = new RecentlyUsed<string, readonly string[]>(CACHED_JOINERS);

  constructor(reads: ReadStore<Reads>) {
    this.#reads = reads;
  }

  async number(events: readonly StoredEvent[]): Promise<readonly Change[]> {
    const thin: { readonly change: ThinChange; readonly position: Position }[] = [];
    const unknown = new Set<string>();
    // Kept here, because the previous commit may store and drop them while the others are read.
    const assigned = new Map<string, number>();
    for (const event of events) {
      const { joined, person, own } = affectedBy(event);
      if (joined !== undefined) this.#noteJoined(joined.userId, joined.groupId);
      for (const change of person === undefined ? own : [...own, ...(await this.#toPeers(person))]) {
        const known = this.#assigned.get(change.audience);
        if (known === undefined) unknown.add(change.audience);
        else assigned.set(change.audience, known);
        thin.push({ change, position: event.position });
      }
    }
    const last = new Map([...assigned, ...(await this.#lastStored([...unknown]))]);
    return thin.map(({ change: { audience, kind, data }, position }) => {
      const sequence = (this.#assigned.get(audience) ?? last.get(audience) ?? 0) + 1;
      this.#assigned.set(audience, sequence);
      return { audience, sequence, kind, position, data };
    });
  }

  /** After the commit of these changes. */
  stored(changes: readonly Change[]): void {
    for (const { audience, sequence } of changes) {
      this.#stored.set(audience, sequence);
      if (this.#assigned.get(audience) === sequence) this.#assigned.delete(audience);
    }
  }

  /** Changes for one person's groups. It does not matter if the person has just left one of them. */
  async #toPeers(userId: string): Promise<readonly ThinChange[]> {
    const stored = await this.#reads.active.query('memberships', {
      where: { userId },
      order: { field: 'joinedPosition', direction: 'asc' },
      limit: MAX_GROUPS,
    });
    const groupIds = new Set([...stored.map(({ groupId }) => groupId), ...(this.#joined.get(userId) ?? [])]);
    return [...groupIds].map((groupId) => memberUpdated(groupId, userId));
  }

  #noteJoined(userId: string, groupId: string): void {
    this.#joined.set(userId, [...(this.#joined.get(userId) ?? []).slice(-9), groupId]);
  }

  async #lastStored(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const last = new Map<string, number>();
    const unknown: string[] = [];
    for (const audience of audiences) {
      const known = this.#stored.get(audience);
      if (known === undefined) unknown.push(audience);
      else last.set(audience, known);
    }
    return unknown.length === 0 ? last : new Map([...last, ...(await this.#reads.sequences(unknown))]);
  }
}
