import { hostname } from 'node:os';
import { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import { AdminAuthenticator, type AdminCredentials } from '@quorum/service-kit/http/admission/admin-authenticator.ts';
import { LoggedAdminMisses } from '@quorum/service-kit/http/admission/admin-misses.ts';
import { AdminVisits } from '@quorum/service-kit/http/admission/admin-visits.ts';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import { createMetrics, type Metrics } from '@quorum/service-kit/metrics.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { Logger } from 'pino';
import type { Engines } from './engines/open-engines.ts';
import type { Settings } from './settings/settings.ts';

/** Identifies this process among others that share its engines. */
export const holder = `${hostname()}-${process.pid}-${Date.now().toString(36)}`;

export type ServiceParts = {
  readonly settings: Settings;
  readonly engines: Engines;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly publicEndpoint: PublicEndpoint;
  readonly allowance: Allowance;
  readonly adminAuthenticator: AdminAuthenticator;
};

type Shared = Pick<ServiceParts, 'settings' | 'engines' | 'log'> & {
  readonly clock?: Clock;
  /** The port listened on, if it is not the configured one. */
  readonly port?: () => number;
};

/** Shared by all services of one process. */
export const serviceParts = (
  { settings, engines, log, clock = systemClock, port = () => settings.port }: Shared,
  admin: AdminCredentials | undefined,
): ServiceParts => ({
  settings,
  engines,
  clock,
  log,
  metrics: createMetrics(),
  publicEndpoint: {
    trustProxy: settings.trustProxy,
    port,
    ...(settings.publicOrigin === undefined ? {} : { publicOrigin: settings.publicOrigin }),
  },
  allowance: new Allowance(settings.requestRate, clock),
  adminAuthenticator: new AdminAuthenticator(
    admin,
    new LoggedAdminMisses(engines.events, new AddressNames(engines.namingKeys)),
    new AdminVisits(engines.events, engines.deriveSecret(`visits of administrators ${admin?.passwordHash}`)),
  ),
});
