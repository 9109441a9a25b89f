import type { Route } from './kernel/route.ts';
import { routes } from './routes.ts';

const table = Object.values(routes as Record<string, Route>);

const keyOf = (method: string, path: string): string => `${method} ${path}`;

const fixed: ReadonlyMap<string, Route> = new Map(
  table.filter(({ path }) => !path.includes(':')).map((route) => [keyOf(route.method, route.path), route]),
);

const withParameters = table
  .filter(({ path }) => path.includes(':'))
  .map(({ method, path, service }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    service,
  }));

/** Which service answers a call. The query service refuses calls that match no route. */
export const serviceOf = (method: string, path: string): 'command' | 'query' =>
  fixed.get(keyOf(method, path))?.service ??
  withParameters.find((route) => route.method === method && route.pattern.test(path))?.service ??
  (method === 'GET' ? 'query' : 'command');
