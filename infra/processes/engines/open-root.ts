import { randomBytes } from 'node:crypto';
import { ROOT_SUBJECT } from '@quorum/domain/keys/events.ts';
import { type BoundParts, bindKeys } from '@quorum/service-kit/event-store/bind-keys.ts';
import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { rootOf, secretOf } from '../../adapters/key-store/master-key.ts';
import { systemIds } from '../../adapters/system-ids.ts';

type Opened = {
  readonly log: EventLog;
  readonly events: EventStore;
  readonly keys: WrappedKeyStore;
};

/** The parts that bind a log to its keys, with the master keys currently usable. */
export const boundParts = async ({ log, events, keys }: Opened): Promise<BoundParts> => {
  const masterSecrets = (await keys.masterKeys()).map((key) => secretOf(rootOf(key), 'log check'));
  return { log, events, keys, masterSecrets, ids: systemIds };
};

/**
 * Ensures that keys and log belong together, and returns the root of all secrets for naming and signing. It is stored among the
 * keys, so it survives a change of master key.
 * @throws WrongKeysError
 */
export const openRoot = async (opened: Opened): Promise<Uint8Array> => {
  await bindKeys(await boundParts(opened));
  const root = await opened.keys.adopt(ROOT_SUBJECT, randomBytes(KEY_BYTES));
  if (root === null) throw new Error('the root secret is never destroyed');
  return root;
};
