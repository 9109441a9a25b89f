import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { ExpectedRevision } from '@quorum/service-kit/ports/event-log.ts';
import type { Context } from '../handling/context.ts';

/** The stream that is appended to. */
export const SAME = 'same';

/** Simulates a competing append just before the first one to a matching stream. */
type Competing = { readonly before: string; readonly stream: string; readonly events: readonly DomainEvent[] };

const START = Date.parse('2026-05-14T10:00:00.000Z');

/** Streams in memory, for tests of handlers. One event is recorded per second. */
export const memoryStreams = (competing?: Competing) => {
  const streams = new Map<string, StoredEvent[]>();
  let position = 0;
  const clock = { now: () => START + 1000 * position };
  const append = async (stream: string, added: readonly DomainEvent[], metadata: Partial<EventMetadata> = {}) => {
    const known = streams.get(stream) ?? [];
    const stored = added.map((event, index) => {
      position += 1;
      const place = { stream, revision: known.length + index, position: String(position).padStart(8, '0') };
      return { ...event, ...place, id: `e${position}`, recordedAt: new Date(clock.now()).toISOString(), metadata };
    }) as StoredEvent[];
    streams.set(stream, [...known, ...stored]);
    return { ok: true as const, position: stored.at(-1)?.position ?? '', events: stored };
  };
  let pending = competing;
  const events = {
    known: () => undefined,
    current: () => undefined,
    canRead: async () => true,
    read: async (stream: string, from = 0) => (streams.get(stream) ?? []).slice(from),
    append: async (
      stream: string,
      added: readonly DomainEvent[],
      expected: ExpectedRevision,
      metadata: EventMetadata,
    ) => {
      const other = pending;
      if (other !== undefined && stream.startsWith(other.before)) {
        pending = undefined;
        await append(other.stream === SAME ? stream : other.stream, other.events);
      }
      const actual = streams.get(stream)?.at(-1)?.revision ?? 'none';
      return actual === expected ? append(stream, added, metadata) : { ok: false, actual };
    },
  } as unknown as Context['events'];
  return { streams, append, events, clock };
};
