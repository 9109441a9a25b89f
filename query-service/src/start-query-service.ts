import type { Server } from 'node:http';
import type { AdminAuthenticator } from '@quorum/service-kit/http/admission/admin-authenticator.ts';
import type { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import { buildApp } from '@quorum/service-kit/http/build-app.ts';
import type { Metrics } from '@quorum/service-kit/metrics.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import type Koa from 'koa';
import { queryHandlers } from './features.ts';
import { limitFiles } from './files/limit-files.ts';
import { serveFiles } from './files/serve-files.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import { authenticate, sessionLookup } from './reading/authenticate.ts';
import type { Context } from './reading/context.ts';

export type QueryServiceParts = Context & {
  readonly publicEndpoint: PublicEndpoint;
  readonly allowance: Allowance;
  readonly adminAuthenticator: AdminAuthenticator;
  readonly metrics: Metrics;
};

export type QueryService = {
  readonly app: Koa;
  /** Starts accepting sockets on a server. */
  listen(server: Server): Promise<Gateway>;
  stop(): Promise<void>;
};

/** Composes the query side: reads over HTTP, files, and the gateway. */
export const startQueryService = async (parts: QueryServiceParts): Promise<QueryService> => {
  const { publicEndpoint, allowance, adminAuthenticator, metrics, ...context } = parts;
  const position = await ReadPosition.start(context.reads, context.bus);
  const authenticated = sessionLookup(authenticate(context), context.history.head, position);
  const admissionParts = {
    authenticate: authenticated,
    readPosition: position,
    publicEndpoint,
    allowance,
    adminAuthenticator,
    clock: context.clock,
    development: false,
  };
  const app = buildApp({
    service: 'query',
    handlers: queryHandlers(context, position),
    ...admissionParts,
    log: context.log,
    metrics,
    before: [limitFiles(publicEndpoint, context.clock), serveFiles(context, admissionParts)],
  });
  let gateway: Gateway | undefined;
  return {
    app,
    listen: async (server) => {
      gateway = await startGateway(server, { context, authenticate: authenticated, publicEndpoint, allowance });
      return gateway;
    },
    stop: async () => {
      await Promise.all([gateway?.close(), position.stop()]);
    },
  };
};
