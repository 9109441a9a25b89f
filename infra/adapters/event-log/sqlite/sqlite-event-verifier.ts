import type { IntegrityFault } from '@quorum/service-kit/ports/event-log.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { CHAIN_START, type ChainedRow, chainHash, hashOf } from './sqlite-event-schema.ts';

type Row = ChainedRow & { readonly hash: Buffer };
/** A single event that a stream lacks, and the positions of its neighbors there. */
type Gap = { readonly stream: string; readonly revision: number; readonly before: number; readonly after: number };

const BATCH = 1_000;

const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at AS recordedAt, hash';

/** Whether the previous event confirms the hash of the event at a position. */
export const isChained = (db: Database.Database, position: number): boolean => {
  const select = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position = ?`);
  const row = select.get(position) as Row | undefined;
  const before = select.get(position - 1) as Row | undefined;
  const previous = position === 1 ? CHAIN_START : before && hashOf(before.hash);
  return row !== undefined && previous !== undefined && chainHash(previous, row) === hashOf(row.hash);
};

/**
 * Walks the chain. The event after a missing one cannot be verified, because its predecessor's hash is gone; it is accepted and
 * the walk continues from it.
 * @param formatPosition as the log formats positions.
 */
// oxlint-disable-next-line complexity -- one walk over the chain that compares each event with the one before
export async function* verifyChain(
  db: Database.Database,
  formatPosition: (position: number) => string,
  onChecked: (events: number, streams: number) => void = () => {},
): AsyncIterable<IntegrityFault> {
  const select = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ${BATCH}`);
  const end = (db.prepare('SELECT position FROM chain_end').get() as { position: number }).position;
  let gaps: readonly Gap[] | undefined;
  const missing = (position: number): IntegrityFault => {
    gaps ??= gapsIn(db);
    const around = gaps.filter(({ before, after }) => before < position && position < after);
    const { stream, revision } = (around.length === 1 ? around[0] : undefined) ?? UNKNOWN;
    return { position: formatPosition(position), stream, revision, reason: 'missing' };
  };

  let position = 0;
  let checked = 0;
  let streams = 0;
  // The next event may be chained to either: an altered event has a stored hash and a computed one.
  let previous: readonly string[] = [CHAIN_START];
  for (;;) {
    const rows = select.all(position) as Row[];
    for (const row of rows) {
      const isBehindGap = row.position !== position + 1;
      for (let lost = position + 1; lost < row.position; lost++) yield missing(lost);
      const stored = hashOf(row.hash);
      const candidates = previous.map((hash) => chainHash(hash, row));
      const isIntact = isBehindGap || candidates.includes(stored);
      if (!isIntact) {
        yield { position: formatPosition(row.position), stream: row.stream, revision: row.revision, reason: 'altered' };
      }
      previous = isIntact ? [stored] : [stored, ...candidates];
      position = row.position;
      if (row.revision === 0) streams += 1;
    }
    checked += rows.length;
    onChecked(checked, streams);
    if (rows.length < BATCH) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (let lost = position + 1; lost <= end; lost++) yield missing(lost);
}

/** Reported when a missing event cannot be pinned to one gap, such as the last of its stream. */
const UNKNOWN = { stream: '', revision: -1 };

/** They identify the event at a lost position, so they are only looked for if one is lost. */
const gapsIn = (db: Database.Database): Gap[] =>
  db
    .prepare(
      `SELECT stream, revision - 1 AS revision, before, position AS after FROM (
         SELECT stream, revision, position, lag(revision, 1, -1) OVER own AS last, lag(position, 1, 0) OVER own AS before
         FROM events WINDOW own AS (PARTITION BY stream ORDER BY revision)
       ) WHERE revision - last = 2`,
    )
    .all() as Gap[];
