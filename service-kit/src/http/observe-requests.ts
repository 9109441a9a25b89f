import { randomUUID } from 'node:crypto';
import { headers } from '@quorum/contracts/kernel/route.ts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { describeFailure, refusalOfFailure } from '../failure.ts';
import type { Metrics } from '../metrics.ts';
import { securityHeaders } from './security-headers.ts';
import { sendRefusal } from './send-reply.ts';

/** Identifies a request while it is answered. */
export type RequestState = {
  correlationId: string;
  /** Name of the matching route. */
  route?: string;
  commandId?: string;
  /** Whose allowance pays for it: a person, or a network address. */
  caller?: string;
};

export const stateOf = (context: Context): RequestState => context.state as RequestState;

/** @returns the caller of an admitted call. */
export const callerOf = (context: Context): string => stateOf(context).caller ?? '';

const constantHeaders = Object.entries(securityHeaders);

/** Wraps every request: request id, common headers, log line, duration, errors. */
export const observeRequests =
  (log: Logger, metrics: Metrics): Middleware =>
  async (context, next) => {
    const started = performance.now();
    // Never chosen by the caller, who could hide an action among others with the same id in the audit history.
    const requestId = randomUUID();
    const correlationId = requestId;
    const state = stateOf(context);
    state.correlationId = correlationId;
    for (const [header, value] of constantHeaders) context.res.setHeader(header, value);
    context.set(headers.correlationId, correlationId);
    if (context.path.startsWith('/api/')) context.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const { route = 'other', commandId: causationId } = state;
      log.error({ requestId, correlationId, causationId, route, failure: describeFailure(error) }, 'request failed');
      sendRefusal(context, refusalOfFailure(error));
    }
    const seconds = (performance.now() - started) / 1000;
    const { route = 'other', commandId: causationId } = state;
    const { status } = context;
    metrics.observeRequest(route, status, seconds);
    log.info({ requestId, correlationId, causationId, route, status, ms: Math.round(seconds * 1e4) / 10 }, 'request');
  };
