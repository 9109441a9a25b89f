import {
  BEFORE_FIRST,
  type IntegrityFault,
  type Position,
  type Revision,
} from '@quorum/service-kit/ports/event-log.ts';
import { CHAIN_START, chainHash, fromServer, type ServerEvent } from './eventstoredb-format.ts';
import { RememberedStreams } from './remembered-streams.ts';

const BATCH = 1_000;
/** Streams whose ends are remembered, some 300 bytes each. */
const CACHE_SIZE = 1_000_000;

/** The last event of a stream so far. The next one may be chained to any of the hashes. */
type End = { readonly revision: Revision; readonly hashes: readonly string[] };

const endAt = (event: ServerEvent | undefined): End => {
  if (event === undefined) return { revision: -1, hashes: [] };
  const { recorded, hash } = fromServer(event);
  return { revision: recorded.revision, hashes: hash === undefined ? [] : [hash] };
};

/** Whether the previous event in the stream confirms this event's hash. */
export const isChainedTo = (before: ServerEvent | undefined, event: ServerEvent): boolean => {
  const { recorded, hash } = fromServer(event);
  const previous = [...endAt(before).hashes, CHAIN_START];
  return hash !== undefined && previous.some((each) => chainHash(each, recorded.stream, recorded) === hash);
};

export type VerifiedLog = {
  readonly readAll: (after: Position, limit: number) => Promise<readonly ServerEvent[]>;
  /** The last event of a stream before a revision, if it can be read. */
  readonly before: (stream: string, revision: Revision) => Promise<ServerEvent | undefined>;
};

/**
 * Walks the whole log and verifies each stream's chain. After an event of something else, which has no hash, a new chain starts; the
 * revisions show that none is missing before it. Every message is a stream, so only the ends of those in use are kept in memory. Of
 * another, the event before is read again, of which nothing but the stored hash is known.
 * @param remembered streams of more than one event.
 */
// oxlint-disable-next-line complexity -- one walk over the log that compares each event with the one before
export async function* verifyStreams(
  { readAll, before }: VerifiedLog,
  onChecked: (events: number, streams: number) => void = () => {},
  remembered = CACHE_SIZE,
): AsyncIterable<IntegrityFault> {
  let [checked, streams] = [0, 0];
  const ends = new RememberedStreams<End>(remembered);
  for (let after = BEFORE_FIRST; ; ) {
    const batch = await readAll(after, BATCH);
    for (const event of batch) {
      const { recorded, hash } = fromServer(event);
      const { stream, revision, position } = recorded;
      const end = ends.get(stream) ?? endAt(revision === 0 ? undefined : await before(stream, revision));
      after = position;
      if (revision <= end.revision) {
        yield { position, stream, revision, reason: 'out-of-order' };
        continue;
      }
      for (let lost = end.revision + 1; lost < revision; lost++) {
        yield { position, stream, revision: lost, reason: 'missing' };
      }
      const computed = [...end.hashes, CHAIN_START].map((previous) => chainHash(previous, stream, recorded));
      // After a gap, the hash to chain to is unknown.
      const isIntact = revision > end.revision + 1 ? hash !== undefined : hash !== undefined && computed.includes(hash);
      if (!isIntact) yield { position, stream, revision, reason: 'altered' };
      const hashes = isIntact ? [hash as string] : [...(hash === undefined ? [] : [hash]), ...computed];
      // Most new streams are messages, which are hardly ever continued.
      ends.set(stream, { revision, hashes }, revision > 0);
      if (revision === 0) streams += 1;
    }
    checked += batch.length;
    onChecked(checked, streams);
    if (batch.length < BATCH) return;
  }
}
