import type { IntegrityFault } from '@quorum/service-kit/ports/event-log.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { CHAIN_START, type ChainedRow, chainHash, hashOf } from './sqlite-event-schema.ts';

type Row = ChainedRow & { readonly hash: Buffer };
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
  const gaps = new LazyGaps(db);
  const missing = (position: number): IntegrityFault => {
    const { stream, revision } = gaps.around(position);
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

/** Streams with a gap in their revisions. They identify the event at a lost position, and are only looked for if one is lost. */
class LazyGaps {
  readonly #db: Database.Database;
  #gaps: Gap[] | undefined;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Empty name and revision -1 if unknown, for example if it was the last of its stream. */
  around(position: number): { stream: string; revision: number } {
    this.#gaps ??= this.#find();
    const fitting = this.#gaps.filter((gap) => gap.before < position && position < gap.after);
    const [only] = fitting;
    return only !== undefined && fitting.length === 1 ? only : { stream: '', revision: -1 };
  }

  #find(): Gap[] {
    const holes = this.#db
      .prepare(
        `SELECT e.stream, e.revision, e.position,
           (SELECT max(p.revision) FROM events p WHERE p.stream = e.stream AND p.revision < e.revision) AS last
         FROM events e WHERE e.revision > 0
           AND NOT EXISTS (SELECT 1 FROM events p WHERE p.stream = e.stream AND p.revision = e.revision - 1)`,
      )
      .all() as { stream: string; revision: number; position: number; last: number | null }[];
    const positionOf = this.#db.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?').pluck();
    return holes
      .filter((hole) => hole.revision - (hole.last ?? -1) === 2)
      .map((hole) => ({
        stream: hole.stream,
        revision: hole.revision - 1,
        before: hole.last === null ? 0 : (positionOf.get(hole.stream, hole.last) as number),
        after: hole.position,
      }));
  }
}
