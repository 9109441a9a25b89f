import { createHash } from 'node:crypto';
import { LOG_SUBJECT } from '@quorum/domain/keys/events.ts';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import type { EventLog, RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { type OnProgress, SupportError } from './command.ts';
import { ANY_TIME, NO_LIMIT, PAGE_SIZE } from './copy-stores.ts';
import type { Stores } from './stores.ts';

/** The fields of an event that a move keeps. Positions and chain hashes belong to an engine. */
export const contentOf = (event: RecordedEvent): string => {
  const { stream, revision, id, type, data, metadata } = event;
  return JSON.stringify([stream, revision, id, type, data, metadata]);
};

/** SHA-256 over the contents of all events in their order, in base64. */
export type LogDigest = { readonly events: number; readonly hash: string };

export const digestOf = async (log: EventLog, onProgress: OnProgress): Promise<LogDigest> => {
  const hash = createHash('sha256');
  let events = 0;
  for await (const page of pagesOfLog(log)) {
    for (const event of page) hash.update(`${contentOf(event)}\n`);
    events += page.length;
    onProgress({ what: 'events compared', done: events, total: 0 });
  }
  return { events, hash: hash.digest('base64') };
};

/** @throws SupportError if the log's own hash chain shows a fault */
export const refuseFaults = async (log: EventLog, name: string, onProgress: OnProgress): Promise<void> => {
  const onChecked = (done: number): void => onProgress({ what: 'events checked', done, total: 0 });
  for await (const { stream, revision, reason } of log.verify(onChecked))
    throw new SupportError(`${name} is not intact: event ${revision} of ${stream} is ${reason}. See all with: verify`);
};

/** Subjects whose keys are moved before the copy is complete. */
export const movedSubjects = async (keys: WrappedKeyStore): Promise<readonly string[]> =>
  (await keys.subjects(NO_LIMIT)).filter((subject) => subject !== LOG_SUBJECT).sort();

export const fileIds = async (files: FileStore): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const id of files.list(ANY_TIME)) ids.push(id);
  return ids.sort();
};

const digestOfKeys = async (keys: WrappedKeyStore): Promise<string> => {
  const hash = createHash('sha256');
  const subjects = await movedSubjects(keys);
  for (let at = 0; at < subjects.length; at += PAGE_SIZE) {
    const page = subjects.slice(at, at + PAGE_SIZE);
    const found = await keys.find(page);
    for (const subject of page) {
      const key = found.get(subject);
      hash.update(`${JSON.stringify([subject, key === undefined ? null : Buffer.from(key).toString('base64')])}\n`);
    }
  }
  return hash.digest('base64');
};

const digestOfFiles = async (files: FileStore): Promise<string> => {
  const hash = createHash('sha256');
  for (const id of await fileIds(files)) {
    const file = await files.read(id);
    hash.update(`${id} ${file?.size}\n`);
    for await (const chunk of file?.stream ?? []) hash.update(chunk as Uint8Array);
  }
  return hash.digest('base64');
};

/** Reads everything again from both sides. @throws SupportError if the copy is not what the source holds */
export const verifyMove = async (from: Stores, to: Stores, onProgress: OnProgress): Promise<LogDigest> => {
  const [source, copy] = [await digestOf(from.eventLog, onProgress), await digestOf(to.eventLog, onProgress)];
  if (source.events > copy.events)
    throw new SupportError('The log grew during the move: stop the product, then run this again.');
  if (source.hash !== copy.hash) throw new SupportError('The events of the copy are not those of the source.');
  await refuseFaults(to.eventLog, 'The copy', onProgress);
  if ((await digestOfKeys(from.keys)) !== (await digestOfKeys(to.keys)))
    throw new SupportError('The keys of the copy are not those of the source.');
  if ((await digestOfFiles(from.files)) !== (await digestOfFiles(to.files)))
    throw new SupportError('The files of the copy are not those of the source.');
  return copy;
};
