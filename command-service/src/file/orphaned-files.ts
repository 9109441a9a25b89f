import { DAY_MS, HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { inPages } from '@quorum/service-kit/in-pages.ts';
import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { CommandMetadata, Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { removeFile } from './files.ts';
import { type FileFacts, isNeeded } from './needed-files.ts';

const NAME = 'orphaned-files';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 5_000;

/** Files checked at once. */
const PAGE_SIZE = 200;

/** Longer than a day, for the days on which the product does not run. */
const RECENT_MS = 7 * DAY_MS;

/** Ids are random UUIDs: about every sixteenth begins with the same digit. */
const PARTS = 16;

export type OrphanedFileRemoval = { stop(): Promise<void> };

const dayOf = (clock: Clock): number => Math.floor(clock.now() / DAY_MS);

/**
 * Checking a file costs reads of the log, so only recent files are checked every day: crashed and abandoned commands leave files
 * behind. Process managers remove what was replaced, deleted or erased. Files orphaned in any other way, such as by restoring an
 * older log, are found within 16 days: each day checks another sixteenth of all files, chosen by the date.
 */
async function* filesToday({ clock, files }: Context): AsyncGenerator<string> {
  const instant = (ago: number): string => new Date(clock.now() - ago).toISOString();
  yield* files.list(instant(HOUR_MS), { since: instant(RECENT_MS) });
  yield* files.list(instant(HOUR_MS), { beginning: (dayOf(clock) % PARTS).toString(PARTS) });
}

/**
 * Removes stored files older than an hour that no event names or nothing shows; images for groups that were never
 * created, after a day.
 * @param signal stops it between pages.
 * @returns the number of files removed, or undefined if the read models were behind and it has to be retried.
 */
export const removeOrphanedFiles = async (context: Context, signal: AbortSignal): Promise<number | undefined> => {
  const { events, waitForReads } = context;
  // Usage is looked up in the read models. If those were behind, new files would look unused.
  if (!(await waitForReads(await events.head()))) return undefined;
  await events.current();
  let removed = 0;
  for await (const page of inPages(filesToday(context), PAGE_SIZE)) {
    const documents = await context.reads.active.getMany('files', page);
    for (const id of page) {
      if (await unlessUnreadable(isInUse(context, id, documents.get(id)), true)) continue;
      await removeFile(context, id, metadataOf(id));
      removed += 1;
    }
    if (signal.aborted) break;
  }
  return removed;
};

const metadataOf = (fileId: string): CommandMetadata => ({
  actorId: `system:${NAME}`,
  commandId: `${NAME}:${fileId}`,
  commandDigest: undefined,
  correlationId: `${NAME}:${fileId}`,
});

/** Uploaded before its group exists. Someone may still be filling in the form. */
const isWaiting = async ({ aggregates, clock }: Context, { id, purpose }: FileFacts): Promise<boolean> => {
  if (purpose !== 'group-image') return false;
  const { storedAt } = await aggregates.load(fileDecider, fileStream(id));
  return Date.parse(storedAt) > clock.now() - DAY_MS;
};

/** @param document what the read models know of the file; they may lack it while an event of it is parked. */
const isInUse = async (context: Context, id: string, document: FileFacts | undefined): Promise<boolean> => {
  const file = document ?? (await recorded(context, id));
  return file !== undefined && ((await isNeeded(context, file)) || (await isWaiting(context, file)));
};

const recorded = async ({ aggregates }: Context, id: string): Promise<FileFacts | undefined> => {
  const file = await aggregates.load(fileDecider, fileStream(id));
  return file.status === 'stored' ? { ...file, id } : undefined;
};

/** Removes orphaned files at start and once a day (UTC). Only one process does it at a time. */
export const startOrphanedFileRemoval = (context: Context, holder: string): OrphanedFileRemoval => {
  const { clock, log, reads } = context;
  const lead = async (signal: AbortSignal): Promise<void> => {
    let doneOn = Number.NaN;
    while (!signal.aborted) {
      const today = dayOf(clock);
      if (today !== doneOn) {
        const removed = await removeOrphanedFiles(context, signal);
        if (removed !== undefined) doneOn = today;
        if (removed !== undefined && removed > 0) log.info({ removed }, 'files that nothing names were removed');
      }
      await pauseUnlessAborted(CHECK_INTERVAL_MS, signal);
    }
  };
  return new LeasedWork({ leases: reads, name: NAME, holder, log, lead });
};
