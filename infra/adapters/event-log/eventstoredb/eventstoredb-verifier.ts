import {
  BEFORE_FIRST,
  type IntegrityFault,
  type Position,
  type Revision,
} from '@quorum/service-kit/ports/event-log.ts';
import { CHAIN_START, chainHash, fromServer, type ServerEvent } from './eventstoredb-format.ts';

const BATCH = 1_000;

/** Whether the previous event in the stream confirms this event's hash. */
export const isChainedTo = (before: ServerEvent | undefined, event: ServerEvent): boolean => {
  const { recorded, hash } = fromServer(event);
  const previous = [CHAIN_START, ...(before === undefined ? [] : [fromServer(before).hash ?? CHAIN_START])];
  return hash !== undefined && previous.some((each) => chainHash(each, recorded.stream, recorded) === hash);
};

/**
 * Walks the whole log and verifies each stream's chain. After an event of something else, which has no hash, a new chain starts; the
 * revisions show that none is missing before it. Keeps one hash per stream in memory.
 */
// oxlint-disable-next-line complexity -- one walk over the log that compares each event with the one before
export async function* verifyStreams(
  readAll: (after: Position, limit: number) => Promise<readonly ServerEvent[]>,
  onChecked: (events: number, streams: number) => void = () => {},
): AsyncIterable<IntegrityFault> {
  let checked = 0;
  const ends = new Map<string, { revision: Revision; hashes: readonly string[] }>();
  for (let after = BEFORE_FIRST; ; ) {
    const batch = await readAll(after, BATCH);
    for (const event of batch) {
      const { recorded, hash } = fromServer(event);
      const { stream, revision, position } = recorded;
      const end = ends.get(stream) ?? { revision: -1, hashes: [] };
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
      ends.set(stream, {
        revision,
        hashes: isIntact ? [hash as string] : [...(hash === undefined ? [] : [hash]), ...computed],
      });
    }
    checked += batch.length;
    onChecked(checked, ends.size);
    if (batch.length < BATCH) return;
  }
}
