import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { AdminDoor } from '@quorum/service-kit/admin-door.ts';
import { buildApp } from '@quorum/service-kit/build-app.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Metrics } from '@quorum/service-kit/metrics.ts';
import type { Facing } from '@quorum/service-kit/origin.ts';
import { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import type Koa from 'koa';
import { Aggregates } from './application/aggregates.ts';
import { authenticate } from './application/authenticate.ts';
import type { Context } from './application/context.ts';
import { startHousekeeping } from './application/housekeeping.ts';
import { announceEntries } from './application/policies/announce-entries.ts';
import { dropFiles } from './application/policies/drop-files.ts';
import { erasure } from './application/policies/erase.ts';
import { type PolicyRunner, startPolicies } from './application/policies/policy-runner.ts';
import { resolveLinks } from './application/policies/resolve-links.ts';
import { tellFormerNumber } from './application/policies/tell-former-number.ts';
import { Secrets } from './application/secrets.ts';
import { accountHandlers } from './http/account-handlers.ts';
import { authHandlers } from './http/auth-handlers.ts';
import { developmentHandlers } from './http/development-handlers.ts';
import { eventHandlers } from './http/event-handlers.ts';
import { groupHandlers } from './http/group-handlers.ts';
import { messageHandlers } from './http/message-handlers.ts';
import { preferenceHandlers } from './http/preference-handlers.ts';
import { reportHandlers } from './http/report-handlers.ts';
import { uploadHandlers } from './http/upload-handlers.ts';

/** Numbers that an address may try an hour. */
const NUMBER_PROBES = 30;

export type CommandServiceParts = Omit<Context, 'aggregates' | 'secrets' | 'numberProbes'> & {
  /** Gives a 32-byte secret for a purpose. */
  readonly deriveSecret: (purpose: string) => Uint8Array;
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly adminDoor: AdminDoor;
  readonly metrics: Metrics;
  readonly development: boolean;
  /** Names this process among others. */
  readonly holder: string;
  readonly clock: Clock;
};

export type CommandService = { readonly app: Koa; readonly policies: PolicyRunner; stop(): Promise<void> };

const handlersOf = (context: Context): Handlers<'command'> => ({
  ...authHandlers(context),
  ...accountHandlers(context),
  ...groupHandlers(context),
  ...eventHandlers(context),
  ...messageHandlers(context),
  ...preferenceHandlers(context),
  ...uploadHandlers(context),
  ...reportHandlers(context),
  ...developmentHandlers(context),
});

/** Puts the command side together: its HTTP application and the policies that react to events. */
export const startCommandService = (parts: CommandServiceParts): CommandService => {
  const { deriveSecret, facing, rateLimit, adminDoor, metrics, development, holder, ...ports } = parts;
  const context: Context = {
    ...ports,
    aggregates: new Aggregates(ports.events, { uuidFrom: ports.uuidFrom }),
    secrets: new Secrets(deriveSecret),
    numberProbes: new RateLimit(NUMBER_PROBES / 3600, NUMBER_PROBES),
  };
  const app = buildApp({
    service: 'command',
    handlers: handlersOf(context),
    authenticate: authenticate(context),
    facing,
    rateLimit,
    adminDoor,
    clock: ports.clock,
    log: ports.log,
    metrics,
    development: development && ports.outbox !== undefined,
  });
  const policies = startPolicies(context, [announceEntries, erasure(), dropFiles, tellFormerNumber], holder);
  // Pages answer when they like: nothing else waits for them.
  const previews = startPolicies(context, [resolveLinks], holder, 'link-previews');
  const housekeeping = startHousekeeping(context, holder);
  const status = () => {
    const [own, slow] = [policies.status(), previews.status()];
    return { underWay: own.underWay + slow.underWay, leads: own.leads };
  };
  const stop = async (): Promise<void> => {
    await Promise.all([policies.stop(), previews.stop(), housekeeping.stop()]);
  };
  return { app, policies: { status, stop }, stop };
};
