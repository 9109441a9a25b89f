import Router from '@koa/router';
import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { rules } from '@quorum/contracts/things.ts';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { describeFailure } from '../failure.ts';
import type { Metrics } from '../metrics.ts';
import { type AnswerParts, type AnyHandler, answerCalls } from './answer-calls.ts';
import type { Handlers } from './call.ts';
import { observeRequests, stateOf } from './observe-requests.ts';
import { sendRefusal } from './send-reply.ts';

export type AppParts<S extends 'command' | 'query'> = AnswerParts & {
  readonly service: S;
  readonly handlers: Handlers<S>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Answers requests outside `/api`, before the routes. */
  readonly before?: readonly Middleware[];
};

/** A handler that still needs the rule its route declares. */
type AnyHandlerGivenRule = (...given: [...Parameters<AnyHandler>, rule: unknown]) => ReturnType<AnyHandler>;

/** Fixed segments before parameters, so that `/groups/my-groups` is not taken for a group's id. */
const specificity = (path: string): string => path.replaceAll(':', '~');

/** All routes, in the order in which they are tried. */
const table = (Object.entries(routes) as [RouteName, Route][])
  .sort(([, a], [, b]) => (specificity(a.path) < specificity(b.path) ? -1 : 1))
  .map(([name, route]) => ({ name, route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`) }));

/** Which service answers a call. The query service refuses calls that match no route. */
export const serviceOf = (method: string, path: string): 'command' | 'query' =>
  table.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route.service ??
  (method === 'GET' ? 'query' : 'command');

/** The methods of a path; none if it is unknown. Those of `/groups/:id` are not listed for `/groups/my-groups`. */
const methodsOf = (path: string): readonly string[] => {
  const found = table.find(({ pattern }) => pattern.test(path));
  return table.filter(({ route }) => route.path === found?.route.path).map(({ route }) => route.method);
};

const fixedPaths = new Set(table.map(({ route }) => route.path as string).filter((path) => !path.includes(':')));

/** Whether the path is not one of a route with a parameter, such as `/groups/:id`, and has no such method itself. */
const hasNoSuchMethod = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  fixedPaths.has(path) && !methodsOf(path).includes(method);

/** Builds a service's Koa application from the route table. */
export const buildApp = <S extends 'command' | 'query'>(parts: AppParts<S>): Koa => {
  const { log, metrics } = parts;
  const app = new Koa();
  // Exact paths only, so that rules based on the path, such as caching, hold for every call.
  const router = new Router({ sensitive: true });
  const answer = answerCalls(parts);

  const fixed = new Map<string, Middleware>();
  for (const { name, route } of table) {
    if (route.service !== parts.service) continue;
    const given = (parts.handlers as unknown as Record<string, AnyHandlerGivenRule>)[name];
    if (given === undefined) throw new Error(`No handler for route ${name}`);
    const { rule } = route.permission;
    const handler: AnyHandler = (call) => given(call, rule === undefined ? undefined : rules[rule]);
    const middleware: Middleware = async (context) => {
      stateOf(context).route = name;
      await answer(name, route, handler, context);
    };
    if (!route.path.includes(':')) fixed.set(`${route.method} ${route.path}`, middleware);
    router.register(route.path, [route.method.toLowerCase()], middleware as never);
  }

  const routed = router.routes() as unknown as Middleware;
  app.use(observeRequests(log, metrics));
  for (const middleware of parts.before ?? []) app.use(middleware);
  // Fast path: most calls match a route literally, and the router would test every route.
  app.use((context, next) => {
    const literal = fixed.get(`${context.method} ${context.path}`);
    return literal === undefined && hasNoSuchMethod(context) ? next() : (literal ?? routed)(context, next);
  });
  app.use(async (context, next) => {
    await next();
    if (context.path.startsWith('/api/') && context.status === 404 && context.body === undefined) {
      const methods = methodsOf(context.path);
      if (methods.length > 0) context.set('Allow', methods.join(', '));
      const refused: RefusalCode = methods.length > 0 ? 'request/method-not-allowed' : 'request/not-found';
      sendRefusal(context, refuse(refused));
    }
  });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A browser that disconnects during a response is not our error.
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      log.error({ failure: describeFailure(error) }, 'answer failed');
    }
  });
  return app;
};
