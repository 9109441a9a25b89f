import { AddressNames } from '@quorum/service-kit/http/address-names.ts';
import type { AdminAuthenticator } from '@quorum/service-kit/http/admin-authenticator.ts';
import { buildApp } from '@quorum/service-kit/http/build-app.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { PublicEndpoint } from '@quorum/service-kit/http/origin.ts';
import { RateLimit } from '@quorum/service-kit/http/rate-limit.ts';
import type { Metrics } from '@quorum/service-kit/metrics.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type Koa from 'koa';
import { Aggregates } from './application/aggregates.ts';
import { authenticate } from './application/authenticate.ts';
import type { Context } from './application/context.ts';
import { startPhoneChanges } from './application/due-phone-changes.ts';
import { startExpiryOfAddressKeys } from './application/expired-address-keys.ts';
import { NumberNames } from './application/number-names.ts';
import { startOrphanedFileRemoval } from './application/orphaned-files.ts';
import { Secrets } from './application/secrets.ts';
import { noteUse } from './application/sessions.ts';
import type { Snapshots } from './application/snapshots.ts';
import { StoredBytes } from './application/stored-bytes.ts';
import { accountCommands } from './commands/account.ts';
import { entryCommands } from './commands/entries.ts';
import { groupCommands } from './commands/groups.ts';
import { messageCommands } from './commands/messages.ts';
import { preferenceCommands } from './commands/preferences.ts';
import { reportCommands } from './commands/reports.ts';
import { accountHandlers } from './http/account-handlers.ts';
import { adminHandlers } from './http/admin-handlers.ts';
import { authHandlers } from './http/auth-handlers.ts';
import { developmentHandlers } from './http/development-handlers.ts';
import { groupHandlers } from './http/group-handlers.ts';
import { uploadHandlers } from './http/upload-handlers.ts';
import { announceEntries } from './process-managers/announce-entries.ts';
import { dropFiles } from './process-managers/drop-files.ts';
import { erasure } from './process-managers/erase.ts';
import { moderate } from './process-managers/moderate.ts';
import { notifyPreviousNumber } from './process-managers/notify-previous-number.ts';
import { releaseRenewedCodes } from './process-managers/release-codes.ts';
import { resolveLinks } from './process-managers/resolve-links.ts';
import { type ProcessManagerRunner, startProcessManagers } from './process-managers/runner.ts';
import { shredMessage } from './process-managers/shred-message.ts';

/** Numbers an address may try per hour. */
const NUMBER_PROBES = 30;
/** Maximum codes sent to a number per day: the log's limits for the owner and for strangers, added up. */
const NUMBER_SENDS = 20;

export type CommandServiceParts = Omit<
  Context,
  'aggregates' | 'secrets' | 'numbers' | 'addresses' | 'numberProbes' | 'numberSends' | 'storedBytes'
> & {
  /** Undefined if long streams are read whole. */
  readonly snapshots: Snapshots | undefined;
  /** Maximum bytes of files per person. */
  readonly filesPerPerson: number;
  /** Not cached, because another process may have forgotten a name a moment ago. */
  readonly storedKeys: KeyStore;
  /** Returns a 32-byte secret for a purpose. */
  readonly deriveSecret: (purpose: string) => Uint8Array;
  readonly publicEndpoint: PublicEndpoint;
  readonly rateLimit: RateLimit;
  readonly adminAuthenticator: AdminAuthenticator;
  readonly metrics: Metrics;
  readonly development: boolean;
  /** Identifies this process. */
  readonly holder: string;
  readonly clock: Clock;
};

export type CommandService = {
  readonly app: Koa;
  readonly processManagers: ProcessManagerRunner;
  stop(): Promise<void>;
};

const handlersOf = (context: Context): Handlers<'command'> => ({
  ...authHandlers(context),
  ...accountCommands(context),
  ...accountHandlers(context),
  ...groupCommands(context),
  ...groupHandlers(context),
  ...entryCommands(context),
  ...messageCommands(context),
  ...preferenceCommands(context),
  ...uploadHandlers(context),
  ...reportCommands(context),
  ...adminHandlers(context),
  ...developmentHandlers(context),
});

/** Composes the command side: its HTTP application and its process managers. */
export const startCommandService = (parts: CommandServiceParts): CommandService => {
  const {
    deriveSecret,
    storedKeys,
    publicEndpoint,
    rateLimit,
    adminAuthenticator,
    metrics,
    development,
    holder,
    filesPerPerson,
    snapshots,
    ...ports
  } = parts;
  const secrets = new Secrets(deriveSecret);
  const context: Context = {
    ...ports,
    aggregates: new Aggregates(ports.events, { uuidFrom: ports.uuidFrom, snapshots }),
    secrets,
    numbers: new NumberNames(storedKeys, secrets),
    addresses: new AddressNames(storedKeys),
    storedBytes: new StoredBytes(ports, filesPerPerson),
    numberProbes: new RateLimit(NUMBER_PROBES / 3600, NUMBER_PROBES),
    numberSends: new RateLimit(NUMBER_SENDS / 86_400, NUMBER_SENDS),
  };
  const app = buildApp({
    service: 'command',
    handlers: handlersOf(context),
    authenticate: authenticate(context),
    current: () => ports.events.current(),
    noteUse: noteUse(context),
    keyGeneration: () => ports.keys.generation(),
    publicEndpoint,
    rateLimit,
    adminAuthenticator,
    clock: ports.clock,
    log: ports.log,
    metrics,
    development: development && ports.outbox !== undefined,
  });
  const prompt = startProcessManagers(
    context,
    [announceEntries, moderate, shredMessage, erasure(), dropFiles, releaseRenewedCodes, notifyPreviousNumber],
    holder,
  );
  // Web pages respond slowly. Nothing else waits for them.
  const previews = startProcessManagers(context, [resolveLinks], holder, 'link-previews');
  const orphanedFiles = startOrphanedFileRemoval(context, holder);
  const phoneChanges = startPhoneChanges(context, holder);
  const addressKeys = startExpiryOfAddressKeys(context);
  const status = () => {
    const [own, slow] = [prompt.status(), previews.status()];
    return { underWay: own.underWay + slow.underWay, leads: own.leads };
  };
  const stop = async (): Promise<void> => {
    const parallel = [prompt, previews, orphanedFiles, phoneChanges, addressKeys];
    await Promise.all([...parallel.map((work) => work.stop()), snapshots?.stop()]);
  };
  return { app, processManagers: { status, stop }, stop };
};
