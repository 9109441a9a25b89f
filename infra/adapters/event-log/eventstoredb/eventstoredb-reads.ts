import { BACKWARDS, END, type EventStoreDBClient, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import { BEFORE_FIRST, type Position, type Revision } from '@quorum/service-kit/ports/event-log.ts';
import { typeOf } from './eventstoredb-calls.ts';
import type { ServerConnection } from './eventstoredb-connection.ts';
import { parsePosition, positionOf, type ServerEvent, type StreamNames } from './eventstoredb-format.ts';

export type ServerCall = 'append' | 'read' | 'head';

/** Events examined at once when looking for the product's last one. Usually it is the very last. */
const HEAD_PAGES = [1, 32, 256, 1_024];

const LARGEST_PAGE = 1_024;

/** Between a leader's death and the next election, a client may reach a node that is behind. */
const ofLeader = { requiresLeader: true } as const;

type Read = (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>;

/** Single reads from the leader, without retries. Each is one call to the server. */
export class ServerReads {
  readonly #connection: ServerConnection;
  readonly #streams: StreamNames;
  readonly #onCall: (call: ServerCall) => void;
  /** The last event seen in the server's log, and our last one up to there. */
  #seen: { readonly end: Position; readonly own: Position } = { end: BEFORE_FIRST, own: BEFORE_FIRST };

  constructor(connection: ServerConnection, streams: StreamNames, onCall: (call: ServerCall) => void) {
    this.#connection = connection;
    this.#streams = streams;
    this.#onCall = onCall;
  }

  /** Events of a stream from a revision on (inclusive). */
  stream(stream: string, from: Revision, maxCount?: number): Promise<ServerEvent[]> {
    const range = { fromRevision: BigInt(from), ...(maxCount !== undefined && { maxCount }) };
    return this.#ofStream((client) => client.readStream(this.#streams.onServer(stream), { ...range, ...ofLeader }));
  }

  /** The last event of a stream before a revision; of a deleted stream none can be read. */
  async before(stream: string, revision: Revision): Promise<ServerEvent | undefined> {
    const [event] = await this.#ofStream(
      (client) =>
        client.readStream(this.#streams.onServer(stream), {
          direction: BACKWARDS,
          fromRevision: BigInt(revision - 1),
          maxCount: 1,
          ...ofLeader,
        }),
      ['stream-not-found', 'stream-deleted'],
    );
    return event;
  }

  /**
   * Events of the whole log after a position. The server includes the position itself and cannot filter here.
   * @param patiently runs each page, so that the time that one may take does not limit how many events of others lie between.
   */
  async all(
    after: Position,
    limit: number,
    patiently: (page: () => Promise<ServerEvent[]>) => Promise<ServerEvent[]>,
  ): Promise<ServerEvent[]> {
    const found: ServerEvent[] = [];
    let from = after;
    // After a page of only other products' events, ask for a larger one, because there may be many of them.
    for (let min = 0; found.length < limit; min = Math.min(LARGEST_PAGE, Math.max(64, 4 * min))) {
      const maxCount = Math.max(min, limit - found.length + 1);
      const fromPosition = parsePosition(from);
      const page = await patiently(() =>
        this.#collect('read', (client) => client.readAll({ fromPosition, maxCount, ...ofLeader })),
      );
      for (const event of page) {
        if (positionOf(event) > from && this.#streams.isOwn(event) && found.length < limit)
          found.push(this.#streams.own(event));
      }
      const last = page.at(-1);
      if (last === undefined || page.length < maxCount) return found;
      // A page of one contains only the position itself.
      from = positionOf(last);
    }
    return found;
  }

  /** Our event at exactly this position. */
  async at(position: Position): Promise<ServerEvent | undefined> {
    const [event] = await this.#collect('read', (client) =>
      client.readAll({ fromPosition: parsePosition(position), maxCount: 1, ...ofLeader }),
    );
    if (event === undefined || positionOf(event) !== position || !this.#streams.isOwn(event)) return undefined;
    return this.#streams.own(event);
  }

  /**
   * Position of our last event. On a shared server, only what was added since the last look is examined.
   * @param considered the caller knows everything up to here; it is returned if none of our events follow.
   */
  // oxlint-disable-next-line complexity -- one wait: the head, the follower and the time limit belong together
  async head(considered: Position = BEFORE_FIRST): Promise<Position> {
    const seen = this.#seen;
    let before: Position | undefined;
    let end: Position | undefined;
    let own: Position | undefined;
    for (let turn = 0; own === undefined; turn++) {
      const maxCount = HEAD_PAGES[Math.min(turn, HEAD_PAGES.length - 1)] as number;
      const fromPosition = before === undefined ? END : parsePosition(before);
      const page = await this.#collect('head', (client) =>
        client.readAll({ direction: BACKWARDS, fromPosition, maxCount, ...ofLeader }),
      );
      const last = page[0];
      end ??= last === undefined ? BEFORE_FIRST : positionOf(last);
      own = this.#lastOwn(page, considered, seen);
      const oldest = page.at(-1);
      if (own === undefined && (oldest === undefined || page.length < maxCount)) own = BEFORE_FIRST;
      before = oldest === undefined ? before : positionOf(oldest);
    }
    if (end !== undefined && end > this.#seen.end) this.#seen = { end, own };
    return own;
  }

  async ping(): Promise<void> {
    await this.#collect('head', (client) =>
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, ...ofLeader }),
    );
  }

  /** @returns undefined if the page contains only other products' events, so that the search must go further back. */
  #lastOwn(
    page: readonly ServerEvent[],
    considered: Position,
    seen: { readonly end: Position; readonly own: Position },
  ): Position | undefined {
    for (const event of page) {
      const position = positionOf(event);
      if (this.#streams.isOwn(event)) return position;
      if (position <= considered) return considered;
      if (position <= seen.end) return seen.own;
    }
    return undefined;
  }

  /** @param absent errors that mean that there is nothing to read. */
  async #ofStream(read: Read, absent: readonly string[] = ['stream-not-found']): Promise<ServerEvent[]> {
    try {
      return (await this.#collect('read', read)).map(this.#streams.own);
    } catch (error) {
      if (absent.includes(typeOf(error) ?? '')) return [];
      throw error;
    }
  }

  #collect(call: ServerCall, read: Read): Promise<ServerEvent[]> {
    this.#onCall(call);
    return this.#connection.read(read);
  }
}
