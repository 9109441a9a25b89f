import { randomBytes } from 'node:crypto';
import { bindNewestMaster } from '@quorum/service-kit/event-store/bind-keys.ts';
import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';
import { wrapWithNextMaster } from '@quorum/service-kit/event-store/rotate-master-key.ts';
import { unopenedSubjects } from '@quorum/service-kit/event-store/unopened-subjects.ts';
import { namedIn } from '../../../adapters/erased-list.ts';
import {
  formerKeyFiles,
  type MasterKey,
  MasterKeyError,
  parseMasterKey,
  replaceMasterKeyFile,
} from '../../../adapters/key-store/master-key.ts';
import type { Engines } from '../../engines/open-engines.ts';
import { boundParts } from '../../engines/open-root.ts';
import { type Command, type OnProgress, type Report, type SupportCall, SupportError, UsageError } from '../command.ts';
import type { SupportContext } from '../support-context.ts';

const FINISH =
  'Start the product with the new key as MASTER_KEY, then run: keys retire. Until then, the old key still works.';

const checkKeys = async ({ engines }: SupportContext): Promise<Report> => {
  const { eventLog, storedKeys } = engines;
  const unopened = await unopenedSubjects(eventLog, storedKeys, new Set(namedIn(await engines.erasedLines(), 'key')));
  const rotating = (await storedKeys.masterKeys()).length > 1;
  const line =
    unopened === 0
      ? 'The keys match the log: every text that was not erased can be read.'
      : `FAULT: texts of ${unopened} people or groups cannot be read, although they were not erased. Restore the key store of this log.`;
  const more = rotating
    ? ['A rotation of the master key is unfinished: finish it with keys rotate and keys retire.']
    : [];
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

/** Stores the next master key where all processes find it. @throws SupportError if another rotation is running */
const begin = async ({ storedKeys, masterKey }: Engines, supportCall: SupportCall): Promise<Uint8Array> => {
  const known = await storedKeys.masterKeys();
  // Resumes an interrupted rotation: its key is in the store.
  if (supportCall.newMasterKey === undefined && known.length > 1) return known[0] as Uint8Array;
  const wanted = nextMasterOf(masterKey, supportCall.newMasterKey);
  if (known.length === 1 && Buffer.compare(wanted, masterKey.key) === 0)
    throw new UsageError('NEW_MASTER_KEY is already the current key.');
  const next = await storedKeys.beginRotation(wanted);
  if (supportCall.newMasterKey !== undefined && Buffer.compare(next, wanted) !== 0)
    throw new SupportError(
      'Another rotation of the master key is unfinished. Finish it first: keys rotate, keys retire.',
    );
  return next;
};

/** @param former the file that keeps the former key. @param over whether nothing but backups needs the former key. */
const nextSteps = ({ path }: MasterKey, former: string | undefined, over: boolean): readonly string[] => {
  if (path === undefined) return [FINISH];
  const kept = former === undefined ? [] : [`The former key is in ${former}: backups made until now need it.`];
  return [`A new key was made. It is in ${path}.`, ...kept, ...(over ? [] : [FINISH])];
};

const rotate = async (
  { engines }: SupportContext,
  supportCall: SupportCall,
  onProgress: OnProgress,
): Promise<Report> => {
  const { storedKeys, eventLog, events, masterKey } = engines;
  const next = await begin(engines, supportCall);
  // The product may have been started with an even older one.
  const current = (await storedKeys.masterKeys()).at(-1) as Uint8Array;
  engines.wrapFolderKey([next, current]);
  const wrapped = await wrapWithNextMaster(storedKeys, (done, total) =>
    onProgress({ what: 'keys checked', done, total }),
  );
  await bindNewestMaster(await boundParts({ log: eventLog, events, keys: storedKeys }));
  const former = masterKey.path === undefined ? undefined : replaceMasterKeyFile(masterKey.path, next);
  // Every start reads the file beside the data folder, so nothing starts with the previous key again.
  const over = masterKey.path !== undefined && engines.embeddedKeys && (await storedKeys.endRotation(next));
  if (over) engines.wrapFolderKey([next]);
  return {
    lines: [
      `Every key is wrapped with the new master key (${wrapped} of them just now).`,
      ...nextSteps(masterKey, former, over),
    ],
    data: { wrapped, over },
  };
};

const retire = async ({ engines: { storedKeys, masterKey } }: SupportContext): Promise<Report> => {
  if (!(await storedKeys.endRotation(masterKey.key)))
    throw new SupportError('The product is running with the old master key: restart it with the new one first.');
  const former = masterKey.path === undefined ? [] : formerKeyFiles(masterKey.path);
  return {
    lines: [
      'The former master key opens only backups that were made before the rotation. Keep it until the last of them has expired, then destroy it.',
      ...former.map(({ path, until }) => `${path} opens backups made before ${until}.`),
    ],
    data: { over: true, former },
  };
};

/** Opening the engines has already checked that the master key and the key store belong to the log. */
export const keys: Command = {
  words: 'check|rotate|retire',
  min: 1,
  max: 1,
  flags: [],
  help: 'check: verifies that the keys open all texts in the log that were not erased. rotate: wraps every key with the master key in NEW_MASTER_KEY while the product runs; resumes if interrupted before. Without MASTER_KEY, it makes a new key file and keeps the former one beside it. retire: ends the rotation, and says which backups still need a former key.',
  run: async (context, supportCall, onProgress) => {
    const [action] = supportCall.words;
    if (action === 'check') return checkKeys(context);
    if (action === 'rotate') return rotate(context, supportCall, onProgress);
    if (action === 'retire') return retire(context);
    throw new UsageError('Usage: keys check, keys rotate, or keys retire');
  },
};
