import type { Server } from 'node:http';
import type { AdminDoor } from '@quorum/service-kit/admin-door.ts';
import { buildApp } from '@quorum/service-kit/build-app.ts';
import type { Metrics } from '@quorum/service-kit/metrics.ts';
import type { Facing } from '@quorum/service-kit/origin.ts';
import type { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import type Koa from 'koa';
import { authenticate } from './application/authenticate.ts';
import type { Context } from './application/context.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import { serveFiles } from './http/files/serve-files.ts';
import { queryHandlers } from './http/handlers.ts';

export type QueryServiceParts = Context & {
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly adminDoor: AdminDoor;
  readonly metrics: Metrics;
};

export type QueryService = {
  readonly app: Koa;
  /** Begins to take sockets on a server. */
  listen(server: Server): Promise<Gateway>;
  stop(): Promise<void>;
};

/** Puts the query side together: reads over HTTP, files, and the gateway. */
export const startQueryService = async (parts: QueryServiceParts): Promise<QueryService> => {
  const { facing, rateLimit, adminDoor, metrics, ...context } = parts;
  const position = await ReadPosition.start(context.reads, context.bus);
  const authenticated = authenticate(context);
  const app = buildApp({
    service: 'query',
    handlers: queryHandlers(context),
    authenticate: authenticated,
    waitFor: (wanted) => position.waitFor(wanted),
    facing,
    rateLimit,
    adminDoor,
    clock: context.clock,
    log: context.log,
    metrics,
    development: false,
    before: [serveFiles(context)],
  });
  let gateway: Gateway | undefined;
  return {
    app,
    listen: async (server) => {
      gateway = await startGateway(server, { context, authenticate: authenticated, facing, rateLimit });
      return gateway;
    },
    stop: async () => {
      await Promise.all([gateway?.close(), position.stop()]);
    },
  };
};
