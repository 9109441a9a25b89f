import { createHash, randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { headers, limits } from '@quorum/contracts/wire/limits.ts';
import {
  isRefusal,
  type Refusal,
  type RefusalCode,
  refuse,
  statusOf,
  textOf,
} from '@quorum/contracts/wire/refusals.ts';
import { type Route, type RouteName, routes } from '@quorum/contracts/wire/routes.ts';
import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Actor, Call, Handlers, JsonReply, StreamReply } from './call.ts';
import { refusalOfFailure } from './failure.ts';
import type { Metrics } from './metrics.ts';
import { addressOf, type Facing, isForeign, originOf } from './origin.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJson, type Unread } from './read-json.ts';
import { Repeats } from './repeats.ts';
import { securityHeaders } from './security-headers.ts';

export type AppParts<S extends 'command' | 'query'> = {
  readonly service: S;
  readonly handlers: Handlers<S>;
  /** @returns undefined when the token belongs to no running session. */
  readonly authenticate: (token: string) => Promise<Actor | undefined>;
  /** Waits until the read models are at least this new. @returns false when they are not in time. */
  readonly waitFor?: (position: Position) => Promise<boolean>;
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether calls that only serve development exist. */
  readonly development: boolean;
  /** Milliseconds for a JSON body to come in; only tests give another time. */
  readonly bodyTimeout?: number;
  /** Answers what is not under `/api`, before the routes. */
  readonly before?: readonly Middleware[];
};

type AnyHandler = (call: Call<RouteName>) => Promise<JsonReply<unknown> | StreamReply | Refusal>;

const digestOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

/** How long a JSON body may take to come in, in milliseconds. */
const BODY_TIMEOUT = 10_000;

const refusalOfBody: Readonly<Record<Unread, RefusalCode>> = {
  'too-large': 'request/too-large',
  late: 'request/timeout',
  malformed: 'request/malformed',
};

/** Fixed segments before parameters, so that `/groups/my-groups` is not read as a group's id. */
const specificity = (path: string): string => path.replaceAll(':', '~');

const constantHeaders = Object.entries(securityHeaders);

const sendRefusal = (context: Context, refusal: Refusal): void => {
  context.status = statusOf(refusal);
  if (refusal.retryAfter !== undefined) context.set('Retry-After', String(refusal.retryAfter));
  context.body = { error: textOf(refusal) };
};

const isMultipart = (route: Route, context: Context): boolean =>
  route.upload !== undefined || (route.orUpload !== undefined && typeof context.is('multipart') === 'string');

const bearer = (context: Context): string | undefined =>
  /^Bearer ([\w-]{20,200})$/.exec(context.get('authorization'))?.[1];

/** A refused command may be tried again later; one that failed at somebody else's door has had its effect here. */
const isFinal = (outcome: JsonReply<unknown> | StreamReply | Refusal): boolean =>
  !isRefusal(outcome) || statusOf(outcome) === 502;

/** Builds the Koa application of a service from the route table: policy, validation, idempotency and answers in one place. */
export const buildApp = <S extends 'command' | 'query'>(parts: AppParts<S>): Koa => {
  const { facing, clock, log, metrics } = parts;
  const app = new Koa({ proxy: facing.trustProxy });
  // Only the exact path: rules that go by the path, such as what may be cached, hold for every call then.
  const router = new Router({ sensitive: true });
  const repeats = new Repeats();
  const waitForPosition = async (context: Context): Promise<Refusal | undefined> => {
    const minPosition = context.get(headers.minPosition);
    if (minPosition === '' || parts.waitFor === undefined || (await parts.waitFor(minPosition))) return undefined;
    return refuse('service/behind', undefined, 1);
  };

  const authorise = (
    route: Route,
    token: string | undefined,
    actor: Actor | undefined,
  ): Actor | undefined | Refusal => {
    const { access } = route.policy;
    if (access === 'development') return parts.development ? undefined : refuse('request/not-found');
    if (access === 'public' || access === 'admin') return undefined;
    if (token === undefined) return refuse('session/missing');
    if (actor === undefined) return refuse('session/invalid');
    return access === 'profile' && !actor.profileComplete ? refuse('profile/incomplete') : actor;
  };

  const readBody = async (context: Context): Promise<{ readonly json: object } | Refusal> => {
    const { headers: given } = context.req;
    const hasBody = (given['content-length'] ?? '0') !== '0' || given['transfer-encoding'] !== undefined;
    if (hasBody && !context.is('json')) return refuse('request/unsupported-type');
    const json = await readJson(context.req, limits.jsonBody, parts.bodyTimeout ?? BODY_TIMEOUT);
    if (typeof json !== 'string') return { json };
    // What still comes in is not waited for.
    if (json === 'late') context.set('Connection', 'close');
    return refuse(refusalOfBody[json]);
  };

  const answer = async (name: RouteName, route: Route, handler: AnyHandler, context: Context): Promise<void> => {
    if (route.method !== 'GET' && isForeign(context.req, facing))
      return sendRefusal(context, refuse('request/foreign-origin'));
    const address = addressOf(context.req, facing);
    const isClosed = route.policy.access === 'session' || route.policy.access === 'profile';
    const token = isClosed ? bearer(context) : undefined;
    const known = token === undefined ? undefined : await parts.authenticate(token);
    const wait = parts.rateLimit.take(known?.userId ?? address, clock.now());
    if (wait > 0) return sendRefusal(context, refuse('request/too-many', undefined, wait));
    // A session or profile made a moment ago is known only where the read models are new enough.
    const behind = token === undefined ? undefined : await waitForPosition(context);
    if (behind !== undefined) return sendRefusal(context, behind);
    const hasWaited = parts.waitFor !== undefined && context.get(headers.minPosition) !== '';
    const actor = authorise(route, token, hasWaited && token !== undefined ? await parts.authenticate(token) : known);
    if (isRefusal(actor)) return sendRefusal(context, actor);

    const multipart = isMultipart(route, context);
    const given = route.body === undefined || multipart ? undefined : await readBody(context);
    if (isRefusal(given)) return sendRefusal(context, given);
    const body = given && route.body?.safeParse(given.json);
    const query = route.query?.safeParse(context.query);
    const invalid = body?.error ?? query?.error;
    if (invalid !== undefined) {
      return sendRefusal(context, refuse('request/invalid', { text: invalid.issues[0]?.message ?? 'Invalid input' }));
    }

    if (actor === undefined) {
      const behind = await waitForPosition(context);
      if (behind !== undefined) return sendRefusal(context, behind);
    }

    const key = route.method === 'GET' ? '' : context.get(headers.idempotencyKey).slice(0, 200);
    const { params = {} } = context as unknown as { params?: Record<string, string> };
    const digest = (...more: readonly string[]): string | undefined =>
      key === '' ? undefined : digestOf(name, JSON.stringify(params), JSON.stringify(body?.data ?? null), ...more);
    const commandId = key === '' ? randomUUID() : digestOf(actor?.userId ?? `anonymous:${name}`, key);
    const commandDigest = multipart ? undefined : digest();
    const runOnce = (content: string | undefined, run: () => ReturnType<AnyHandler>): ReturnType<AnyHandler> =>
      content === undefined ? run() : repeats.once(commandId, content, clock.now(), run, isFinal);
    const call = {
      params,
      body: body?.data,
      query: query?.data,
      actor,
      commandId,
      commandDigest,
      once: (content, run) => {
        const whole = digest(content);
        return runOnce(whole, () => run(whole));
      },
      correlationId: context.state.correlationId as string,
      address,
      origin: originOf(context.req, facing),
      raw: { request: context.req, response: context.res },
    } as Call<RouteName>;

    context.state.commandId = call.commandId;
    const reply = await runOnce(commandDigest, () => handler(call));
    if (isRefusal(reply)) return sendRefusal(context, reply);
    context.status = reply.status ?? 200;
    if ('stream' in reply) {
      context.set({ ...reply.headers });
      context.body = reply.stream;
      return;
    }
    if (reply.position !== undefined) context.set(headers.position, reply.position);
    if (reply.sequence !== undefined) context.set(headers.sequence, String(reply.sequence));
    context.body = reply.body;
  };

  const own = (Object.entries(routes) as [RouteName, Route][])
    .filter(([, route]) => route.service === parts.service)
    .sort(([, a], [, b]) => (specificity(a.path) < specificity(b.path) ? -1 : 1));
  const fixed = new Map<string, Middleware>();
  for (const [name, route] of own) {
    const handler = (parts.handlers as unknown as Record<string, AnyHandler>)[name];
    if (handler === undefined) throw new Error(`No handler for route ${name}`);
    const middleware: Middleware = async (context) => {
      context.state.route = name;
      await answer(name, route, handler, context);
    };
    if (!route.path.includes(':')) fixed.set(`${route.method} ${route.path}`, middleware);
    router.register(route.path, [route.method.toLowerCase()], middleware as never);
  }

  const routed = router.routes() as unknown as Middleware;
  app.use(async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    const given = context.get(headers.correlationId);
    const correlationId = /^[\w-]{8,64}$/.test(given) ? given : requestId;
    const about = () => {
      const { route = 'other', commandId } = context.state as { route?: string; commandId?: string };
      return { requestId, correlationId, ...(commandId === undefined ? {} : { causationId: commandId }), route };
    };
    context.state.correlationId = correlationId;
    for (const [header, value] of constantHeaders) context.res.setHeader(header, value);
    context.set(headers.correlationId, correlationId);
    if (context.path.startsWith('/api/')) context.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const refusal = refusalOfFailure(error);
      log.error({ ...about(), failure: describe(error) }, 'request failed');
      sendRefusal(context, refusal);
    }
    const seconds = (performance.now() - started) / 1000;
    metrics.observeRequest(about().route, context.status, seconds);
    log.info({ ...about(), status: context.status, ms: Math.round(seconds * 1e4) / 10 }, 'request');
  });
  for (const middleware of parts.before ?? []) app.use(middleware);
  // Most calls name their route in full; the router would compare their path with every route's.
  app.use((context, next) => (fixed.get(`${context.method} ${context.path}`) ?? routed)(context, next));
  app.use(async (context, next) => {
    await next();
    if (context.path.startsWith('/api/') && context.status === 404 && context.body === undefined) {
      sendRefusal(
        context,
        refuse(methodsKnown(context.path) ? 'request/method-not-allowed' : ('request/not-found' satisfies RefusalCode)),
      );
    }
  });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A browser that goes away in the middle of an answer is no fault of ours.
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      log.error({ failure: describe(error) }, 'answer failed');
    }
  });
  return app;
};

const patterns = Object.values(routes).map((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`));
const methodsKnown = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

/** Name and place of an error, without its message, which may quote what a person wrote. */
const describe = (error: unknown): string =>
  error instanceof Error ? [error.name, ...framesOf(error)].join(' ') : 'unknown';

/** A message of several lines stands before the frames, so lines are told by their form. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at \S/.test(line))
    .slice(0, 3)
    .map((line) => line.trim());
