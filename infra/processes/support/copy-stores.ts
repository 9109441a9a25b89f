import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import { BEFORE_FIRST, type EventLog, type Position, type RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { type OnProgress, SupportError } from './command.ts';

/** Keys asked for at once. */
export const PAGE_SIZE = 500;
/** More keys than any store holds. */
export const NO_LIMIT = 2 ** 31 - 1;
/** Later than any file was written. */
export const ANY_TIME = '9999-12-31T23:59:59.999Z';

/** How far a copy came: the source's position, and the number of events up to there. */
export type Copied = { readonly after: Position; readonly events: number };

export const NOTHING_COPIED: Copied = { after: BEFORE_FIRST, events: 0 };

type EventCopy = {
  readonly from: EventLog;
  readonly to: EventLog;
  /** The rest of an interrupted copy. */
  readonly earlier?: Copied;
  /** Called before each event is appended. */
  readonly onEvent?: (event: RecordedEvent) => void;
  /** Whether the target appends in the order of the calls, so that a page can be sent without waiting in between. */
  readonly pipelined: boolean;
  readonly onProgress: OnProgress;
};

/** Appends one log to another: same order, streams, revisions, ids, types, payloads and metadata. @returns the number of events */
export const copyEvents = async ({
  from,
  to,
  earlier = NOTHING_COPIED,
  onEvent,
  pipelined,
  onProgress,
}: EventCopy): Promise<number> => {
  const head = await from.head();
  const whole = from.between(BEFORE_FIRST, head);
  const append = async (event: RecordedEvent): Promise<void> => {
    const { id, type, data, metadata, stream, revision } = event;
    onEvent?.(event);
    const copy = { id, type, data, metadata };
    const expected = revision === 0 ? 'none' : revision - 1;
    let outcome = await to.append(stream, [copy], expected);
    // Nobody else wrote; the engine was briefly unavailable.
    while (!outcome.ok && outcome.actual === expected) outcome = await to.append(stream, [copy], expected);
    if (!outcome.ok)
      throw new SupportError(`${stream} could not be continued at revision ${revision}: others write to it.`);
  };
  let done = earlier.events;
  for await (const read of pagesOfLog(from, earlier.after)) {
    const page = read.filter(({ position }) => position <= head);
    if (page.length === 0) break;
    if (pipelined) await Promise.all(page.map(append));
    else for (const event of page) await append(event);
    done += page.length;
    const total = whole.unit === 'events' ? whole.count - earlier.events : 0;
    onProgress({ what: 'events copied', done: done - earlier.events, total });
  }
  return done;
};

/**
 * Stores a key of any length, also in place of an older one that an interrupted copy left. The stores overwrite a key in place only if
 * it has the usual length.
 */
export const putKey = async (to: WrappedKeyStore, subject: string, key: Uint8Array): Promise<void> => {
  const stored = await (key.length === KEY_BYTES ? to.adopt(subject, key) : to.obtain(subject));
  if (stored !== null && Buffer.compare(stored, key) !== 0) await to.replace(subject, () => key);
};

/**
 * Copies all keys but the excepted one, wrapped with the target's master key. Destroyed ones are destroyed there too, so that they are
 * never created again.
 * @throws SupportError while the master key is being changed
 */
export const copyKeys = async (
  from: WrappedKeyStore,
  to: WrappedKeyStore,
  onProgress: OnProgress,
  except?: string,
): Promise<void> => {
  const refuseRotation = async (): Promise<void> => {
    if ((await from.masterKeys()).length > 1)
      throw new SupportError('A rotation of the master key is unfinished: finish it with keys rotate and keys retire.');
  };
  await refuseRotation();
  const subjects = (await from.subjects(NO_LIMIT)).filter((each) => each !== except);
  for (let at = 0; at < subjects.length; at += PAGE_SIZE) {
    const page = subjects.slice(at, at + PAGE_SIZE);
    const found = await from.find(page);
    await Promise.all(
      page.map((subject) => {
        const key = found.get(subject);
        return key === undefined ? to.destroy(subject) : putKey(to, subject, key);
      }),
    );
    const done = at + page.length;
    onProgress({ what: 'keys copied', done, total: subjects.length });
  }
  await refuseRotation();
};

/** Skips files that are there already, and those that are removed during the copy. Their times are by the clocks of those who wrote them. */
export const copyFiles = async (
  from: RawFileStore,
  to: RawFileStore,
  onProgress: OnProgress,
  present: ReadonlySet<string> = new Set(),
): Promise<void> => {
  let done = 0;
  for await (const id of from.list(ANY_TIME)) {
    if (present.has(id)) continue;
    const file = await from.read(id);
    if (file === undefined) continue;
    await to.write(id, file.stream);
    done += 1;
    onProgress({ what: 'files copied', done, total: 0 });
  }
};
