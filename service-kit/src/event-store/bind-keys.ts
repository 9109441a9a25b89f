import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { KEYS_STREAM, LOG_SUBJECT } from '@quorum/domain/keys/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { BEFORE_FIRST, type EventLog } from '../ports/event-log.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Ids } from '../ports/ids.ts';
import { type KeyStore, KeysUnavailableError } from '../ports/key-store.ts';
import { open, seal } from '../sealed-box.ts';

/** One line for the terminal: what is wrong and what to do. */
export class WrongKeysError extends Error {
  override readonly name = 'WrongKeysError';
}

export type BoundParts = {
  readonly log: EventLog;
  readonly events: EventStore;
  /** Not cached. */
  readonly keys: KeyStore;
  /** A secret derived from each usable master key for this purpose alone; newest first. */
  readonly masterSecrets: readonly Uint8Array[];
  readonly ids: Ids;
};

type Binding = DataOf<'KeysBound'>;

const IV_BYTES = 12;
const MASTER = 'master key';
const KEY_STORE = 'key store';
/** When several services start at once, one binds and the others see it within a few tries. */
const MAX_TRIES = 5;

const wrongMaster = () =>
  new WrongKeysError(
    'MASTER_KEY (or the file that stands in for it) is not the one that the event log was written with: start with the key that it was written with.',
  );
const wrongKeyStore = () =>
  new WrongKeysError(
    'The key store is not the one that the event log was written with: restore the key store that belongs to this log.',
  );
const unreleasedLog = () =>
  new WrongKeysError(
    'The event log does not begin like one of this product: check EVENTSTORE_URI and EVENTSTORE_PREFIX. (A version before 0.1.0 wrote such logs, which this version cannot read.)',
  );
const foreignKeys = () =>
  new WrongKeysError(
    'The event log is empty, but the key store holds the keys of another log: check EVENTSTORE_URI, EVENTSTORE_PREFIX and DATA_DIR, or restore that log.',
  );

/**
 * Ensures that the master key and the key store belong to this log before anything is written. The first start on an empty log
 * binds them.
 * @throws WrongKeysError
 */
export const bindKeys = async (parts: BoundParts): Promise<void> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const binding = await bindingOf(parts.events);
    if (binding !== undefined) return verify(parts, binding);
    const refusal = await refuseToBind(parts);
    if (refusal === undefined) {
      if (await bind(parts)) return;
    } else if ((await bindingOf(parts.events)) === undefined) throw refusal;
    // Otherwise another process was faster.
  }
  throw new WrongKeysError('The event log and the key store could not be bound to each other: start again.');
};

const bindingOf = async (events: EventStore): Promise<Binding | undefined> => {
  const last = (await events.read(KEYS_STREAM)).findLast(
    (event): event is Extract<StoredEvent, { type: 'KeysBound' }> => event.type === 'KeysBound',
  );
  return last?.data;
};

const opens = (key: Uint8Array, purpose: string, { keyStore }: Binding, check: string): boolean => {
  try {
    open(key, `${purpose} ${keyStore}`, Buffer.from(check, 'base64'));
    return true;
  } catch {
    return false;
  }
};

const verify = async ({ keys, masterSecrets }: BoundParts, binding: Binding): Promise<void> => {
  if (!masterSecrets.some((secret) => opens(secret, MASTER, binding, binding.masterCheck))) throw wrongMaster();
  const key = await storeKey(keys);
  if (key === undefined || !opens(key, KEY_STORE, binding, binding.keyStoreCheck)) throw wrongKeyStore();
};

/** The key store's own proof; undefined if it has none, or if another master key wrapped it. */
const storeKey = async (keys: KeyStore): Promise<Uint8Array | undefined> => {
  await keys.ping();
  return keys.find([LOG_SUBJECT]).then((found) => found.get(LOG_SUBJECT), unlessUnavailable(undefined));
};

/** A key that cannot be unwrapped counts as wrong. An unavailable store says nothing about the key, so its error is thrown. */
const unlessUnavailable =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof KeysUnavailableError) throw error;
    return otherwise;
  };

const refuseToBind = async (parts: BoundParts): Promise<WrongKeysError | undefined> => {
  const used = (await parts.keys.subjects(2)).length > 0;
  if (used && (await isWrappedByAnother(parts))) return wrongMaster();
  if ((await parts.log.readAll(BEFORE_FIRST, 1)).length > 0) return unreleasedLog();
  const others = (await parts.keys.subjects(2)).filter((subject) => subject !== LOG_SUBJECT);
  return others.length > 0 ? foreignKeys() : undefined;
};

const isWrappedByAnother = async ({ keys }: BoundParts): Promise<boolean> => {
  await keys.ping();
  return keys.find(await keys.subjects(20)).then(() => false, unlessUnavailable(true));
};

/** @returns false if another process was faster. */
const bind = async ({ events, keys, masterSecrets, ids }: BoundParts): Promise<boolean> => {
  const key = await keys.obtain(LOG_SUBJECT);
  if (key === null) throw foreignKeys();
  const data = bindingWith({ keyStore: ids.uuid(), key, master: masterSecrets[0] as Uint8Array, ids });
  return (
    await events.append(KEYS_STREAM, [{ type: 'KeysBound', data }], 'none', metadataOf(`bind-keys:${data.keyStore}`))
  ).ok;
};

type Checked = {
  readonly keyStore: string;
  readonly key: Uint8Array;
  readonly master: Uint8Array;
  readonly ids: Ids;
};

const bindingWith = ({ keyStore, key, master, ids }: Checked): Binding => {
  const check = (secret: Uint8Array, purpose: string): string =>
    seal(secret, ids.bytes(IV_BYTES), `${purpose} ${keyStore}`, purpose).toString('base64');
  return { keyStore, masterCheck: check(master, MASTER), keyStoreCheck: check(key, KEY_STORE) };
};

const metadataOf = (commandId: string) => ({
  actor: 'system:keys',
  commandId,
  correlationId: commandId,
  causationId: commandId,
});

/** Binds the log to the newest master key once all keys are wrapped with it. From then on the former one is refused. */
export const bindNewestMaster = async (parts: BoundParts): Promise<void> => {
  const { events, keys, masterSecrets, ids } = parts;
  const master = masterSecrets[0] as Uint8Array;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const stored = await events.read(KEYS_STREAM);
    const binding = await bindingOf(events);
    const key = (await keys.find([LOG_SUBJECT])).get(LOG_SUBJECT);
    if (binding === undefined || key === undefined) throw wrongKeyStore();
    if (opens(master, MASTER, binding, binding.masterCheck)) return;
    const data = bindingWith({ keyStore: binding.keyStore, key, master, ids });
    const metadata = metadataOf(`bind-master-key:${ids.uuid()}`);
    if ((await events.append(KEYS_STREAM, [{ type: 'KeysBound', data }], stored.length - 1, metadata)).ok) return;
  }
  throw new WrongKeysError('The event log could not be bound to the new master key: run it again.');
};
