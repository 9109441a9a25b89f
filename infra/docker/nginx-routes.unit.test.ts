import { readFileSync } from 'node:fs';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { serviceOf } from '@quorum/contracts/route-match.ts';
import { routes } from '@quorum/contracts/routes.ts';
import { securityHeaders } from '@quorum/service-kit/http/security-headers.ts';
import { describe, expect, it } from 'vitest';

const configuration = ['nginx.conf', 'locations.conf']
  .map((name) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'))
  .join('');

/** The rules of the map, as nginx goes through them: the first expression that matches. */
const rules = [
  ...(/map "\$request_method \$uri" \$service \{([^}]*)\}/.exec(configuration)?.[1] ?? '').matchAll(
    /"~(\S+ \S+)" (\w+);/g,
  ),
];
const nginxGivesTo = (method: string, path: string): string =>
  rules.find(([, pattern]) => new RegExp(pattern ?? '').test(`${method} ${path}`))?.[2] ?? 'pages';

const table = Object.entries(routes as Record<string, Route>);

describe('nginx in front of the services', () => {
  it.each(table)('routes %s to the service that answers it (RUN-09)', (_, { method, path, service }) => {
    expect(nginxGivesTo(method, path.replace(/:\w+/g, '4f1c'))).toBe(service);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['OPTIONS', '/api/groups'],
    ['GET', '/api/groups/preview/1/2'],
    ['POST', '/api/groups/preview/1'],
  ])('gives %s %s, which is no route, where the services would', (method, path) => {
    expect(nginxGivesTo(method, path)).toBe(serviceOf(method, path));
  });

  it('routes files and sockets to the query service, and serves the pages itself', () => {
    expect(nginxGivesTo('GET', '/files/abc')).toBe('query');
    expect(nginxGivesTo('POST', '/socket.io/')).toBe('query');
    expect(nginxGivesTo('GET', '/dashboard/group/1')).toBe('pages');
  });

  it('sends strict security headers with the pages (SAFE-06)', () => {
    const sent = [...configuration.matchAll(/add_header (\S+) "([^"]*)" always;/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(sent)).toEqual(securityHeaders);
  });
});
