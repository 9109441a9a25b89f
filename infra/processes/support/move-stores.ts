import { LOG_SUBJECT, ROOT_SUBJECT } from '@quorum/domain/keys/events.ts';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import type { EventLog, RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { type OnProgress, SupportError } from './command.ts';
import { type Copied, copyEvents, copyFiles, copyKeys, NOTHING_COPIED, putKey } from './copy-stores.ts';
import { noteLines, type Stores } from './stores.ts';
import { contentOf, fileIds, type LogDigest, movedSubjects, refuseFaults, verifyMove } from './verify-move.ts';

export type Move = {
  readonly from: Stores;
  readonly to: Stores;
  /** Whether the target, the log aside, holds nothing at all. */
  readonly isUntouched: () => Promise<boolean>;
  /** How refusals name the target, with a capital letter: its log, and the place of its keys and files. */
  readonly targetLog: string;
  readonly targetStore: string;
  /** Whether the target appends in the order of the calls. */
  readonly pipelined: boolean;
  /** Called before each event is appended. */
  readonly onEvent?: (event: RecordedEvent) => void;
  readonly onProgress: OnProgress;
};

type OwnKeys = { readonly root: Uint8Array; readonly log: Uint8Array };

/** The keys that identify a product. */
const ownKeysOf = async ({ keys }: Stores): Promise<OwnKeys> => {
  const found = await keys.find([ROOT_SUBJECT, LOG_SUBJECT]);
  const [root, log] = [found.get(ROOT_SUBJECT), found.get(LOG_SUBJECT)];
  if (root === undefined || log === undefined)
    throw new SupportError('The key store does not belong to the log: start the product once before it moves.');
  return { root, log };
};

/** Compares what the target's log holds with the beginning of the source's. @throws SupportError if they differ */
const compareBeginning = async (from: EventLog, { to, targetLog }: Move): Promise<Copied> => {
  let { after, events } = NOTHING_COPIED;
  for await (const there of pagesOfLog(to.eventLog)) {
    const here = await from.readAll(after, there.length);
    for (const [index, event] of there.entries()) {
      const own = here[index];
      if (own === undefined)
        throw new SupportError(`${targetLog} has grown since it was moved: it was left unchanged.`);
      if (contentOf(own) !== contentOf(event))
        throw new SupportError(`${targetLog} contains another log: choose an empty one.`);
      after = own.position;
    }
    events += there.length;
  }
  return { after, events };
};

/**
 * Whether an earlier move was completed. The root key is copied first and names the product that a target belongs to; the log's key
 * is copied last.
 * @throws SupportError if the target holds other data
 */
const isComplete = async ({ to, isUntouched, targetStore }: Move, { root }: OwnKeys): Promise<boolean> => {
  const found = await to.keys.find([ROOT_SUBJECT, LOG_SUBJECT]);
  const known = found.get(ROOT_SUBJECT);
  const isOurs = known === undefined ? await isUntouched() : Buffer.compare(known, root) === 0;
  if (!isOurs) throw new SupportError(`${targetStore} contains other data: choose an empty target.`);
  return found.has(LOG_SUBJECT);
};

/** An interrupted move may have copied what the source has lost since. */
const removeSurplus = async ({ from, to }: Move): Promise<void> => {
  const subjects = new Set(await movedSubjects(from.keys));
  for (const subject of await movedSubjects(to.keys)) {
    const key = subjects.has(subject) ? undefined : (await to.keys.find([subject])).get(subject);
    if (key !== undefined) await to.keys.forget(subject, key);
  }
  const ids = new Set(await fileIds(from.files));
  for (const id of await fileIds(to.files)) if (!ids.has(id)) await to.files.remove(id);
};

/**
 * Makes the target hold what the source holds, and compares both. An interrupted move is continued: events keep their ids and
 * revisions, so none is stored twice.
 * @throws SupportError
 */
export const moveStores = async (move: Move): Promise<LogDigest> => {
  const { from, to, pipelined, onEvent, onProgress } = move;
  const own = await ownKeysOf(from);
  await refuseFaults(from.eventLog, 'The log to be moved', onProgress);
  const earlier = await compareBeginning(from.eventLog, move);
  if (await isComplete(move, own)) {
    if (earlier.after !== (await from.eventLog.head()))
      throw new SupportError('This log was moved before and has grown since: choose an empty target.');
  } else {
    await putKey(to.keys, ROOT_SUBJECT, own.root);
    await removeSurplus(move);
    await copyKeys(from.keys, to.keys, onProgress, LOG_SUBJECT);
    await copyFiles(from.files, to.files, onProgress, new Set(await fileIds(to.files)));
    await noteLines(to.erased, await from.erased.lines());
    const options = { pipelined, onProgress, ...(onEvent === undefined ? {} : { onEvent }) };
    await copyEvents({ from: from.eventLog, to: to.eventLog, earlier, ...options });
  }
  const digest = await verifyMove(from, to, onProgress);
  // Last, because nothing starts without the key that binds the key store to the log.
  await putKey(to.keys, LOG_SUBJECT, own.log);
  return digest;
};
