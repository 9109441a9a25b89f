import { hostname } from 'node:os';
import { type CommandService, startCommandService } from '@quorum/command-service/start-command-service.ts';
import { type Clock, systemClock } from '@quorum/contracts/ports/clock.ts';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { type QueryService, startQueryService } from '@quorum/query-service/start-query-service.ts';
import { type AdminCredentials, AdminDoor } from '@quorum/service-kit/admin-door.ts';
import { createMetrics, type Metrics } from '@quorum/service-kit/metrics.ts';
import type { Facing } from '@quorum/service-kit/origin.ts';
import { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import type { Logger } from 'pino';
import { deterministicUuid } from '../adapters/deterministic-uuid.ts';
import { hmacFileLinks } from '../adapters/file-links/hmac-file-links.ts';
import { builtInPlaces } from '../adapters/places/built-in-places.ts';
import { photonPlaces } from '../adapters/places/photon-places.ts';
import { developmentOutbox } from '../adapters/sms/development-outbox.ts';
import { twilioSender } from '../adapters/sms/twilio-sender.ts';
import { systemIds } from '../adapters/system-ids.ts';
import { observeAppends } from './observe-appends.ts';
import type { Engines } from './open-engines.ts';
import type { Settings } from './settings.ts';

/** Names this process among others that share its engines. */
const holder = `${hostname()}-${process.pid}-${Date.now().toString(36)}`;

export type ServiceParts = {
  readonly settings: Settings;
  readonly engines: Engines;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly adminDoor: AdminDoor;
};

/** What all services of one process share. */
export const serviceParts = (
  settings: Settings,
  engines: Engines,
  log: Logger,
  admin: AdminCredentials | undefined,
  clock: Clock = systemClock,
): ServiceParts => ({
  settings,
  engines,
  clock,
  log,
  metrics: createMetrics(),
  facing: {
    trustProxy: settings.trustProxy,
    ...(settings.publicOrigin === undefined ? {} : { publicOrigin: settings.publicOrigin }),
  },
  rateLimit: new RateLimit(settings.requestRate, settings.requestRate * 3),
  adminDoor: new AdminDoor(admin),
});

/** @param print shows a line to the person at the terminal. */
export const commandService = (
  parts: ServiceParts,
  waitForReads: (position: string) => Promise<boolean>,
  print: (line: string) => void,
): CommandService => {
  const { settings, engines, clock, log, metrics, facing, rateLimit, adminDoor } = parts;
  const outbox = settings.twilio === undefined ? developmentOutbox(clock, print) : undefined;
  return startCommandService({
    events: observeAppends(engines.events, metrics.registry),
    reads: engines.reads,
    keys: engines.keys,
    files: engines.files,
    fileLinks: hmacFileLinks(engines.deriveSecret('file-links')),
    links: engines.links,
    sms: settings.twilio === undefined ? (outbox as NonNullable<typeof outbox>) : twilioSender(settings.twilio),
    outbox,
    clock,
    ids: systemIds,
    log,
    uuidFrom: deterministicUuid,
    waitForReads,
    defaultTimeZone: settings.defaultTimeZone,
    deriveSecret: engines.deriveSecret,
    facing,
    rateLimit,
    adminDoor,
    metrics,
    development: !settings.production,
    holder,
  });
};

export const queryService = ({
  settings,
  engines,
  clock,
  log,
  metrics,
  facing,
  rateLimit,
  adminDoor,
}: ServiceParts): Promise<QueryService> =>
  startQueryService({
    reads: engines.reads,
    bus: engines.bus,
    files: engines.files,
    fileLinks: hmacFileLinks(engines.deriveSecret('file-links')),
    places: settings.photonUrl === undefined ? builtInPlaces() : photonPlaces({ baseUrl: settings.photonUrl }),
    clock,
    log,
    defaultTimeZone: settings.defaultTimeZone,
    facing,
    rateLimit,
    adminDoor,
    metrics,
  });

export const projections = ({ engines, clock, log }: ServiceParts): Projections =>
  startProjections({ events: engines.events, reads: engines.reads, bus: engines.bus, clock, log, holder });
