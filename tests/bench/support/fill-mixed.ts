import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import {
  type AppendReply,
  type AppendRequest,
  SqliteEventWriter,
} from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-writer.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { encodeEvent, prepareEvent } from '@quorum/service-kit/event-store/event-codec.ts';
import { partsOf } from '@quorum/service-kit/event-store/item-key-store.ts';
import { itemKey } from '@quorum/service-kit/event-store/item-keys.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { fileKeyOf } from '../../support/data-file.ts';
import { type Happening, mixedHistory } from '../mixed-history.ts';
import { progressOf } from './progress.ts';

/** Events per flush. */
const BATCH = 5_000;
const REMEMBERED_KEYS = 1_000;
const IV_BYTES = 12;
const METADATA = { actor: 'bench', commandId: 'bench', correlationId: 'bench', causationId: 'bench' };

const foldProcess = fileURLToPath(new URL('fold-process.ts', import.meta.url));

/** Encrypts as the product does. Recent keys are cached, so most events wait for nothing. */
const encoder = (keys: SqliteKeyStore) => {
  const recent = new RecentlyUsed<string, Uint8Array>(REMEMBERED_KEYS);
  const rootKey = async (root: string): Promise<Uint8Array | null> => {
    const key = await keys.obtain(root);
    if (key !== null) recent.set(root, key);
    return key;
  };
  return async ({ stream, event, expected }: Happening, now: number): Promise<AppendRequest> => {
    const prepared = prepareEvent(event, { ...METADATA, recordedAt: new Date(now).toISOString() });
    const found = new Map<string, Uint8Array | null>();
    for (const subject of prepared.personal.keys()) {
      const { root, item } = partsOf(subject);
      const key = recent.get(root) ?? (await rootKey(root));
      found.set(
        subject,
        key === null || item === undefined ? key : (itemKey({ root: key, branch: undefined }, item) ?? null),
      );
    }
    const keyOf = (subject: string) => found.get(subject);
    const { stored } = encodeEvent(prepared, systemIds.uuid(), keyOf, () => systemIds.bytes(IV_BYTES));
    return { stream, events: [stored], expected, now };
  };
};

/** The request with the actual revision, after a conflict. */
const again = (request: AppendRequest, reply: AppendReply): readonly AppendRequest[] => {
  if ('first' in reply) return [];
  if ('unavailable' in reply) throw new Error(reply.unavailable);
  return [{ ...request, expected: reply.conflict < 0 ? 'none' : reply.conflict }];
};

const eventsIn = async (folder: string, fileKey: Uint8Array): Promise<number> => {
  const log = await SqliteEventLog.open({ folder, fileKey, readOnly: true });
  const { count } = log.between('', await log.head());
  await log.close();
  return count;
};

const write = async (dataDir: string, upTo: number, signal: AbortSignal): Promise<void> => {
  const folder = join(dataDir, 'events');
  const fileKey = fileKeyOf(dataDir);
  const count = upTo - (await eventsIn(folder, fileKey));
  const tell = progressOf('written', count);
  const { key: masterKey } = loadMasterKey({}, dataDir);
  const keys = await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey, fileKey });
  const encode = encoder(keys);
  // The log's own writer, without its thread: one flush for many events.
  const writer = new SqliteEventWriter({ path: join(folder, 'events.db'), key: fileKey });
  let batch: AppendRequest[] = [];
  let written = 0;
  const flush = (): void => {
    written += batch.length;
    while (batch.length > 0) {
      const replies = writer.commit(batch);
      batch = batch.flatMap((request, index) => again(request, replies[index] as AppendReply));
    }
    tell(written);
    signal.throwIfAborted();
  };
  try {
    for (const happening of mixedHistory(count, { ordersIds: true })) {
      batch.push(await encode(happening, Date.now()));
      if (batch.length === BATCH) flush();
    }
    flush();
  } finally {
    writer.close();
    await keys.close();
  }
};

/**
 * Fills the log of a data folder up to a number of events with a mixed history, while another process folds it into the read models.
 * Nobody else may have the folder open. @param within milliseconds that this may take.
 */
export const fillMixed = async (dataDir: string, upTo: number, within: number): Promise<void> => {
  const overtime = AbortSignal.timeout(within);
  const folding = spawn(process.execPath, [...process.execArgv, foldProcess, dataDir, String(upTo)], {
    stdio: 'inherit',
    signal: overtime,
  });
  const kill = () => void folding.kill();
  process.once('exit', kill);
  const folded = once(folding, 'exit');
  const ended = folded.then(([code]) => {
    if (code !== 0) throw new Error(`Folding ended with code ${code}`);
  });
  try {
    await Promise.all([write(dataDir, upTo, overtime), ended]);
  } finally {
    process.off('exit', kill);
    kill();
    await folded.catch(() => undefined);
  }
};
