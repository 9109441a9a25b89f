import { collections, type FileDocument } from '@quorum/contracts/documents/collections.ts';
import { type FilePurpose, fileStream } from '@quorum/contracts/events/file.ts';
import { fileAggregate } from '../domain/file/file.ts';
import type { Cause, Context } from './context.ts';
import { removeFile } from './files.ts';
import { type FileFacts, isNeeded } from './needed-files.ts';

const NAME = 'housekeeping';
/** Milliseconds. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEASE_TIME = 60_000;
const LOOK_EVERY = 5_000;
/** Files asked about at once. */
const PAGE = 200;

export type Housekeeping = { stop(): Promise<void> };

/**
 * Removes stored files that no event names, or that nothing shows any more, once they are older than an hour; images for
 * groups that were never created, after a day. They are what crashed or abandoned commands leave behind.
 * @param goOn is asked between pages.
 * @returns how many files were removed; nothing when the read models were behind, so that it has to be tried again.
 */
export const tidyFiles = async (context: Context, goOn: () => Promise<boolean>): Promise<number | undefined> => {
  const { clock, events, files, waitForReads } = context;
  // What is needed is looked up in the read models: on older ones something new would seem to be needed by nobody.
  if (!(await waitForReads(await events.head()))) return undefined;
  let removed = 0;
  let page: string[] = [];
  const finish = async (): Promise<void> => {
    const facts = await factsOf(context, page);
    for (const id of page) {
      const file = facts.get(id);
      if (file !== undefined && ((await isNeeded(context, file)) || (await isWaiting(context, file)))) continue;
      await removeFile(context, id, causeOf(id));
      removed += 1;
    }
    page = [];
  };
  for await (const id of files.list(new Date(clock.now() - HOUR).toISOString())) {
    page.push(id);
    if (page.length < PAGE) continue;
    await finish();
    if (!(await goOn())) return removed;
  }
  await finish();
  return removed;
};

const causeOf = (fileId: string): Cause => ({
  actorId: `system:${NAME}`,
  commandId: `${NAME}:${fileId}`,
  commandDigest: undefined,
  correlationId: `${NAME}:${fileId}`,
});

/** Uploaded before its group exists: somebody may still be filling in the form. */
const isWaiting = async ({ aggregates, clock }: Context, { id, purpose }: FileFacts): Promise<boolean> => {
  if (purpose !== 'group-image') return false;
  const { storedAt } = await aggregates.load(fileAggregate, fileStream(id));
  return Date.parse(storedAt) > clock.now() - DAY;
};

/** What is recorded of files; nothing of those that are not, or no longer. */
const factsOf = async (
  { aggregates, reads }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileFacts>> => {
  const documents = await reads.active.getMany<FileDocument>(collections.files.name, ids);
  const facts = new Map<string, FileFacts>();
  for (const id of ids) {
    const document = documents.get(id);
    if (document !== undefined) {
      facts.set(id, { ...document, purpose: document.purpose as FilePurpose });
      continue;
    }
    const file = await aggregates.load(fileAggregate, fileStream(id));
    if (file.status === 'stored') facts.set(id, { ...file, id });
  }
  return facts;
};

/** Tidies at the start and every hour. Of several instances one does it. */
export const startHousekeeping = (context: Context, holder: string): Housekeeping => {
  const { clock, log, reads } = context;
  let stopped = false;
  let wake = (): void => {};
  let doneAt = Number.NEGATIVE_INFINITY;

  const leads = async (): Promise<boolean> => !stopped && (await reads.lease(NAME, holder, LEASE_TIME));

  const look = async (): Promise<void> => {
    if (!(await leads()) || clock.now() - doneAt < HOUR) return;
    const removed = await tidyFiles(context, leads);
    if (removed === undefined) return;
    doneAt = clock.now();
    if (removed > 0) log.info({ removed }, 'files that nothing named were removed');
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      await look().catch((error: unknown) => {
        log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'housekeeping was interrupted');
      });
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopped = true;
      wake();
      await running;
      await reads.releaseLease(NAME, holder).catch(() => log.warn('the lease of housekeeping runs out by itself'));
    },
  };
};
