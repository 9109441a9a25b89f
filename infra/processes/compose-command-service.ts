import { type CommandService, startCommandService } from '@quorum/command-service/start-command-service.ts';
import { measuringWaits } from '@quorum/service-kit/busy-time.ts';
import { developmentOutbox } from '../adapters/sms/development-outbox.ts';
import { systemIds } from '../adapters/system-ids.ts';
import { observeAppends, observeLogCalls, observePushes, observeSmsBudget } from './observe/observe-commands.ts';
import { holder, type ServiceParts } from './service-parts.ts';

/** @param print shows a line on the terminal. */
export const composeCommandService = async (
  parts: ServiceParts,
  waitForReads: (position: string) => Promise<boolean>,
  print: (line: string) => void,
): Promise<CommandService> => {
  const { settings, engines, clock, log, metrics, publicEndpoint, allowance, adminAuthenticator } = parts;
  observeLogCalls(engines.logCalls, metrics.registry);
  const { twilio } = settings;
  const outbox = twilio === undefined ? developmentOutbox(clock, print) : undefined;
  // The package is large, and only read where it is used.
  const sms =
    outbox ?? (await import('../adapters/sms/twilio-sender.ts')).twilioSender(twilio as NonNullable<typeof twilio>);
  return startCommandService({
    events: measuringWaits(observeAppends(engines.events, metrics.registry)),
    reads: engines.reads,
    keys: engines.keys,
    namingKeys: engines.namingKeys,
    files: measuringWaits(engines.files),
    links: engines.links,
    push: engines.push,
    onPush: observePushes(metrics.registry),
    bus: engines.bus,
    sms,
    outbox,
    streamCache: settings.streamCache,
    clock,
    ids: systemIds,
    log,
    waitForReads,
    defaultTimeZone: settings.defaultTimeZone,
    supportEmail: settings.supportEmail,
    deriveSecret: engines.deriveSecret,
    messageRate: settings.messageRate,
    smsBudget: settings.smsBudget,
    onSmsShare: observeSmsBudget(metrics.registry),
    filesPerPerson: settings.filesPerPerson,
    publicEndpoint,
    allowance,
    adminAuthenticator,
    metrics,
    development: !settings.production,
    holder,
  });
};
