import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { rules } from '@quorum/contracts/things.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import type { AudienceFeed } from './audience-feed.ts';
import { type Connection, openRoom } from './connections/connection.ts';
import type { Frame } from './frames.ts';

/** A connection that is entering rooms, and the groups its person has left since it began. */
type Entry = { readonly userId: string; readonly left: Set<string> };

/**
 * Which connection listens to which audience. Membership is checked after a group is followed. A departure between the check and
 * the entry is remembered, so that nobody enters a group they just left.
 */
export class Rooms {
  readonly #reads: ReadStore<Reads>;
  readonly #feed: AudienceFeed<Frame>;
  readonly #ofUser = new Map<string, Set<Connection>>();
  readonly #ofAudience = new Map<string, Set<Connection>>();
  readonly #entries = new Set<Entry>();

  constructor(reads: ReadStore<Reads>, feed: AudienceFeed<Frame>) {
    this.#reads = reads;
    this.#feed = feed;
  }

  connectionsOf(userId: string): readonly Connection[] {
    return [...(this.#ofUser.get(userId) ?? [])];
  }

  /** Connections that listen to an audience, or will once they have caught up. */
  listenersTo(audience: string): readonly Connection[] {
    return [...(this.#ofAudience.get(audience) ?? [])];
  }

  open(connection: Connection): void {
    add(this.#ofUser, connection.data.actor.userId, connection);
  }

  /** Releases everything a connection held. */
  close(connection: Connection): void {
    connection.data.closed = true;
    take(this.#ofUser, connection.data.actor.userId, connection);
    for (const audience of [...connection.data.held.keys()]) this.#drop(connection, audience);
  }

  /** Follows audiences of the connection's own person. It receives nothing from them before it joins. */
  async hold(connection: Connection, audiences: readonly string[]): Promise<void> {
    await this.#feed.follow(audiences);
    for (const audience of audiences) this.#keep(connection, audience);
  }

  /** From now on the connection receives what is delivered to an audience it holds. */
  join(connection: Connection, audience: string): void {
    if (connection.data.held.has(audience)) void connection.join(audience);
  }

  /**
   * Lets a connection listen to its person's groups.
   * @param entered runs at the moment of entry.
   */
  async enter(connection: Connection, groupIds: readonly string[], entered: () => void = () => {}): Promise<void> {
    const entry: Entry = { userId: connection.data.actor.userId, left: new Set() };
    const audiences = groupIds.map(groupAudience);
    this.#entries.add(entry);
    try {
      await this.#feed.follow(audiences);
      const members = await this.#membersAmong(groupIds, entry).catch((error) => {
        this.#feed.release(audiences);
        throw error;
      });
      for (const groupId of groupIds) {
        const audience = groupAudience(groupId);
        if (!members.has(groupId)) this.#feed.release([audience]);
        else if (this.#keep(connection, audience)) void connection.join(audience);
      }
      entered();
    } finally {
      this.#entries.delete(entry);
    }
  }

  /** Those who left while the memberships were read may have rejoined, so read again. */
  async #membersAmong(groupIds: readonly string[], entry: Entry): Promise<ReadonlySet<string>> {
    for (;;) {
      entry.left.clear();
      const found = await this.#reads.active.getMany(
        'memberships',
        groupIds.map((groupId) => membershipId(groupId, entry.userId)),
      );
      const members = groupIds.filter(
        (groupId) => rules.chat({ role: found.get(membershipId(groupId, entry.userId))?.role }) === undefined,
      );
      if (!members.some((groupId) => entry.left.has(groupId))) return new Set(members);
    }
  }

  /** Removes a person from a group, on all connections. */
  leave(userId: string, groupId: string): void {
    for (const entry of this.#entries) if (entry.userId === userId) entry.left.add(groupId);
    for (const connection of this.connectionsOf(userId)) this.#dropGroup(connection, groupId);
  }

  /** Removes everyone from a group. */
  empty(groupId: string): void {
    for (const entry of this.#entries) entry.left.add(groupId);
    for (const connection of this.listenersTo(groupAudience(groupId))) this.#dropGroup(connection, groupId);
  }

  /** Removes former members from a group when the changes that would say so are gone. */
  async sweep(groupId: string): Promise<void> {
    const users = new Set(this.listenersTo(groupAudience(groupId)).map(({ data }) => data.actor.userId));
    const members = await this.#reads.active.getMany(
      'memberships',
      [...users].map((userId) => membershipId(groupId, userId)),
    );
    for (const userId of users) if (!members.has(membershipId(groupId, userId))) this.leave(userId, groupId);
  }

  /** @returns whether the connection did not hold the audience before. Each call takes over one `follow`. */
  #keep(connection: Connection, audience: string): boolean {
    const { held, closed } = connection.data;
    if (closed || held.has(audience)) {
      this.#feed.release([audience]);
      return false;
    }
    held.set(audience, { replay: undefined });
    add(this.#ofAudience, audience, connection);
    return true;
  }

  #drop(connection: Connection, audience: string): void {
    if (!connection.data.held.delete(audience)) return;
    take(this.#ofAudience, audience, connection);
    this.#feed.release([audience]);
    void connection.leave(audience);
  }

  #dropGroup(connection: Connection, groupId: string): void {
    this.#drop(connection, groupAudience(groupId));
    void connection.leave(openRoom(groupId));
  }
}

type Index = Map<string, Set<Connection>>;

const add = (index: Index, key: string, connection: Connection): void => {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set([connection]));
  else known.add(connection);
};

const take = (index: Index, key: string, connection: Connection): void => {
  const known = index.get(key);
  if (known?.delete(connection) && known.size === 0) index.delete(key);
};
