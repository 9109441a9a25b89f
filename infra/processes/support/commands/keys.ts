import { randomBytes } from 'node:crypto';
import { bindNewestMaster } from '@quorum/service-kit/event-store/bind-keys.ts';
import { KEY_BYTES } from '@quorum/service-kit/event-store/data-key.ts';
import { wrapWithNextMaster } from '@quorum/service-kit/event-store/rotate-master-key.ts';
import { unopenedSubjects } from '@quorum/service-kit/event-store/unopened-subjects.ts';
import {
  type MasterKey,
  MasterKeyError,
  parseMasterKey,
  replaceMasterKeyFile,
} from '../../../adapters/key-store/master-key.ts';
import type { Engines } from '../../open-engines.ts';
import { boundParts } from '../../open-root.ts';
import { type Command, type OnProgress, type Report, type SupportCall, SupportError, UsageError } from '../command.ts';
import type { SupportContext } from '../support-context.ts';

const FINISH =
  'Start the product with the new key as MASTER_KEY, then run: keys retire. Until then the former key still starts it.';

const checkKeys = async ({ engines }: SupportContext): Promise<Report> => {
  const { eventLog, storedKeys } = engines;
  const unopened = await unopenedSubjects(eventLog, storedKeys, await engines.erasedSubjects());
  const rotating = (await storedKeys.masterKeys()).length > 1;
  const line =
    unopened === 0
      ? 'Keys and log belong together: every text that nobody erased can be read.'
      : `FAULT: texts of ${unopened} people or groups cannot be read, though nobody erased them. Restore the key store of this log.`;
  const more = rotating ? ['A change of the master key is not over: finish it with keys rotate and keys retire.'] : [];
  return { lines: [line, ...more], data: { unopened, rotating }, fault: unopened > 0 };
};

/** @throws UsageError, SupportError */
const nextMasterOf = (masterKey: MasterKey, given: string | undefined): Uint8Array => {
  if (given === undefined) {
    if (masterKey.path !== undefined) return randomBytes(KEY_BYTES);
    throw new UsageError('Set NEW_MASTER_KEY to the new key, 32 random bytes in base64 (openssl rand -base64 32).');
  }
  try {
    return parseMasterKey(given, 'NEW_MASTER_KEY');
  } catch (error) {
    throw error instanceof MasterKeyError ? new UsageError(error.message) : error;
  }
};

/** Stores the next master key where all processes find it. @throws SupportError if another one is already under way */
const begin = async ({ storedKeys, masterKey }: Engines, supportCall: SupportCall): Promise<Uint8Array> => {
  const known = await storedKeys.masterKeys();
  // Resumes an interrupted rotation: its key is in the store.
  if (supportCall.newMasterKey === undefined && known.length > 1) return known[0] as Uint8Array;
  const wanted = nextMasterOf(masterKey, supportCall.newMasterKey);
  if (known.length === 1 && Buffer.compare(wanted, masterKey.key) === 0)
    throw new UsageError('NEW_MASTER_KEY is the key that is in use already.');
  const next = await storedKeys.beginRotation(wanted);
  if (supportCall.newMasterKey !== undefined && Buffer.compare(next, wanted) !== 0)
    throw new SupportError(
      'A change to another master key is not over. Finish that one first: keys rotate, keys retire.',
    );
  return next;
};

const rotate = async (
  { engines }: SupportContext,
  supportCall: SupportCall,
  onProgress: OnProgress,
): Promise<Report> => {
  const { storedKeys, eventLog, events, masterKey } = engines;
  const next = await begin(engines, supportCall);
  const began = performance.now();
  const wrapped = await wrapWithNextMaster(storedKeys, (done, total) =>
    onProgress({ what: 'keys looked at', done, total, elapsedMs: performance.now() - began }),
  );
  await bindNewestMaster(await boundParts({ log: eventLog, events, keys: storedKeys }));
  if (masterKey.path !== undefined) replaceMasterKeyFile(masterKey.path, next);
  // Every start reads the file beside the data folder, so nothing starts with the former key any more.
  const over = masterKey.path !== undefined && engines.embeddedKeys && (await storedKeys.endRotation(next));
  return {
    lines: [
      `Every key is wrapped with the new master key (${wrapped} were not yet).`,
      masterKey.path === undefined ? FINISH : `The new key lies in ${masterKey.path}.`,
      ...(masterKey.path === undefined || over ? [] : [FINISH]),
    ],
    data: { wrapped, over },
  };
};

const retire = async ({ engines: { storedKeys, masterKey } }: SupportContext): Promise<Report> => {
  if (!(await storedKeys.endRotation(masterKey.key)))
    throw new SupportError('The product was started with the former master key: start it with the new one first.');
  return { lines: ['The former master key opens nothing any more.'], data: { over: true } };
};

/** Opening the engines has already checked that the master key and the key store belong to the log. */
export const keys: Command = {
  words: 'check|rotate|retire',
  least: 1,
  most: 1,
  flags: [],
  help: 'check: whether the keys open all texts in the log that nobody erased. rotate: wraps every key with the master key in NEW_MASTER_KEY, while the product runs; run again, it goes on where it was broken off. retire: forgets the former one.',
  run: async (context, supportCall, onProgress) => {
    const [action] = supportCall.words;
    if (action === 'check') return checkKeys(context);
    if (action === 'rotate') return rotate(context, supportCall, onProgress);
    if (action === 'retire') return retire(context);
    throw new UsageError('Use it as: keys check, keys rotate, or keys retire');
  },
};
