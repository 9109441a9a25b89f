import { type Route, routes } from './routes.ts';

const table = Object.values(routes as Record<string, Route>).map((route) => ({
  method: route.method,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`),
  fixed: !route.path.includes(':'),
  service: route.service,
}));
const fixedFirst = [...table].sort((a, b) => Number(b.fixed) - Number(a.fixed));

/** Which service answers a call. Calls that match no route go where reads go, to be refused there. */
export const serviceOf = (method: string, path: string): 'command' | 'query' =>
  fixedFirst.find((route) => route.method === method && route.pattern.test(path))?.service ??
  (method === 'GET' ? 'query' : 'command');
