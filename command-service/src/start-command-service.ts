import { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import type { AdminAuthenticator } from '@quorum/service-kit/http/admission/admin-authenticator.ts';
import type { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { buildApp } from '@quorum/service-kit/http/build-app.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Metrics } from '@quorum/service-kit/metrics.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { NamingKeys } from '@quorum/service-kit/ports/key-store.ts';
import { streamsIn } from '@quorum/service-kit/rough-size.ts';
import { oncePerTurn } from '@quorum/service-kit/single-flight.ts';
import type Koa from 'koa';
import { accountCommands, accountHandlers } from './account/commands.ts';
import { activityCommands } from './activity/commands.ts';
import { adminHandlers } from './admin/commands.ts';
import { attendanceCommands } from './attendance/commands.ts';
import { settleAttendances } from './attendance/settle-attendances.ts';
import { calendarFeedCommands } from './calendar-feed/commands.ts';
import { announceEntries } from './entry/announce-entries.ts';
import { cancelEventsOfRemoved } from './entry/cancel-events-of-removed.ts';
import { entryCommands } from './entry/commands.ts';
import { importEvents } from './entry/import-events.ts';
import { shredEntry } from './entry/shred-entry.ts';
import { erasure } from './erasure/erase.ts';
import { leaveGroups } from './erasure/leave-groups.ts';
import { dropFiles } from './file/drop-files.ts';
import { startOrphanedFileRemoval } from './file/orphaned-files.ts';
import { StoredBytes } from './file/stored-bytes.ts';
import { uploadHandlers } from './file/upload-handlers.ts';
import { groupCommands } from './group/commands.ts';
import { groupHandlers } from './group/handlers.ts';
import { Aggregates } from './handling/aggregates.ts';
import type { Context } from './handling/context.ts';
import { writeLimits } from './handling/write-limits.ts';
import { releaseRenewedCodes } from './invite/renew-invitation.ts';
import { messageCommands } from './message/commands.ts';
import { resolveLinks } from './message/resolve-links.ts';
import { shredMessage } from './message/shred-message.ts';
import { notificationCommands } from './notification/commands.ts';
import { startAlerts } from './notification/send-alerts.ts';
import { startPhoneChanges } from './phone/due-phone-changes.ts';
import { notifyPreviousNumber } from './phone/notify-previous-number.ts';
import { PhoneDirectory } from './phone/phone-directory.ts';
import { pinCommands } from './pins/commands.ts';
import { pollCommands } from './poll/commands.ts';
import { startDuePolls } from './poll/due-polls.ts';
import { settlePolls } from './poll/settle-polls.ts';
import { preferenceCommands } from './preferences/commands.ts';
import { giveColors } from './preferences/give-colors.ts';
import { type ProcessManagerRunner, startProcessManagers } from './process-managers/runner.ts';
import { runnerNames } from './process-managers/runners.ts';
import { armAlarms } from './reminder/arm-alarms.ts';
import { reminderCommands } from './reminder/commands.ts';
import { reportCommands } from './report/commands.ts';
import { moderate } from './report/moderate.ts';
import { authenticate, touchSession } from './session/authenticate.ts';
import { authHandlers, developmentHandlers } from './session/commands.ts';
import { startExpiryOfAddressKeys } from './session/count-attempt.ts';
import { Secrets } from './session/secrets.ts';

/** Numbers that an address, or an account, may try per hour. */
const NUMBER_PROBES_PER_HOUR = 30;
/** Maximum codes sent to a number per day: the log's limits for the owner and for strangers, added up. */
const NUMBER_SENDS_PER_DAY = 20;

export type CommandServiceParts = Omit<
  Context,
  'aggregates' | 'secrets' | 'phones' | 'addresses' | 'numberProbes' | 'numberSends' | 'storedBytes'
> & {
  /** Bytes of folded streams to keep in memory. */
  readonly streamCache: number;
  readonly bus: Bus;
  /** Messages per second and person. Other limits on writing are in proportion. */
  readonly messageRate: number;
  /** Maximum bytes of files and message texts per person. */
  readonly filesPerPerson: number;
  /** Not cached, because another process may have forgotten a name a moment ago. */
  readonly namingKeys: NamingKeys;
  /** Returns a 32-byte secret for a purpose. */
  readonly deriveSecret: (purpose: string) => Uint8Array;
  readonly publicEndpoint: PublicEndpoint;
  readonly allowance: Allowance;
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

const aggregatesOf = ({ events, streamCache }: CommandServiceParts): Aggregates =>
  new Aggregates(events, { cached: { messages: streamCache / 8, others: streamCache } });

const handlersOf = (context: Context, { visits }: AdminAuthenticator): Handlers<'command'> => ({
  ...authHandlers(context),
  ...accountCommands(context),
  ...accountHandlers(context),
  ...groupCommands(context),
  ...groupHandlers(context),
  ...entryCommands(context),
  importEvents: importEvents(context),
  ...attendanceCommands(context),
  ...reminderCommands(context),
  ...calendarFeedCommands(context),
  ...pollCommands(context),
  ...messageCommands(context),
  ...pinCommands(context),
  ...preferenceCommands(context),
  ...activityCommands(context),
  ...notificationCommands(context),
  ...uploadHandlers(context),
  ...reportCommands(context),
  ...adminHandlers(context, visits),
  ...developmentHandlers(context),
});

/** Those whose work is done at once. */
const promptManagers = ({ streamCache }: CommandServiceParts) => [
  announceEntries,
  moderate,
  shredMessage,
  shredEntry,
  erasure(streamsIn(streamCache)),
  leaveGroups,
  cancelEventsOfRemoved,
  settleAttendances,
  armAlarms,
  settlePolls,
  dropFiles,
  releaseRenewedCodes,
  notifyPreviousNumber,
  giveColors,
];

const parkedBy = async (runners: readonly Pick<ProcessManagerRunner, 'parked'>[]): Promise<number> =>
  (await Promise.all(runners.map((runner) => runner.parked()))).reduce((sum, count) => sum + count, 0);

/** Composes the command side: its HTTP application and its process managers. */
export const startCommandService = (parts: CommandServiceParts): CommandService => {
  const {
    deriveSecret,
    namingKeys,
    publicEndpoint,
    allowance,
    adminAuthenticator,
    metrics,
    development,
    holder,
    filesPerPerson,
    messageRate,
    bus,
    ...ports
  } = parts;
  const secrets = new Secrets(deriveSecret);
  const aggregates = aggregatesOf(parts);
  const context: Context = {
    ...ports,
    aggregates,
    secrets,
    phones: new PhoneDirectory({ ...ports, aggregates, namingKeys, secrets }),
    addresses: new AddressNames(namingKeys),
    storedBytes: new StoredBytes(ports, filesPerPerson),
    numberProbes: new RateLimit(NUMBER_PROBES_PER_HOUR / 3600, NUMBER_PROBES_PER_HOUR),
    numberSends: new RateLimit(NUMBER_SENDS_PER_DAY / 86_400, NUMBER_SENDS_PER_DAY),
  };
  const app = buildApp({
    service: 'command',
    handlers: handlersOf(context, adminAuthenticator),
    authenticate: authenticate(context),
    current: () => ports.events.current(),
    touchSession: touchSession(context),
    pace: writeLimits(messageRate, ports.clock),
    keyGeneration: oncePerTurn(() => ports.keys.generation()),
    publicEndpoint,
    allowance,
    adminAuthenticator,
    clock: ports.clock,
    log: ports.log,
    metrics,
    development: development && ports.outbox !== undefined,
  });
  const prompt = startProcessManagers(context, promptManagers(parts), holder);
  const previews = startProcessManagers(context, [resolveLinks(publicEndpoint.publicOrigin)], holder, runnerNames.slow);
  const alerts = startAlerts(context, bus, holder);
  const orphanedFiles = startOrphanedFileRemoval(context, holder);
  const due = [startPhoneChanges, startDuePolls].map((start) => start(context, holder));
  const addressKeys = startExpiryOfAddressKeys(context);
  const status = () => {
    const [own, slow] = [prompt.status(), previews.status()];
    return { inFlight: own.inFlight + slow.inFlight, leads: own.leads };
  };
  const runners = [prompt, previews, alerts];
  const parked = () => parkedBy(runners);
  const stop = async (): Promise<void> => {
    await Promise.all([...runners, orphanedFiles, ...due, addressKeys].map((work) => work.stop()));
  };
  return { app, processManagers: { status, parked, stop }, stop };
};
