import { readFileSync } from 'node:fs';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { routes } from '@quorum/contracts/routes.ts';
import { serviceOf } from '@quorum/service-kit/http/build-app.ts';
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

const upstream = (name: string): string => new RegExp(`upstream ${name} \\{([^}]*)\\}`).exec(configuration)?.[1] ?? '';

const table = Object.entries(routes as Record<string, Route>);

describe('nginx in front of the services', () => {
  it.each(table)(
    'nginx in front of the services routes %s to the service that answers it (RUN-09)',
    (_, { method, path, service }) => {
      expect(nginxGivesTo(method, path.replace(/:\w+/g, '4f1c'))).toBe(service);
    },
  );

  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['OPTIONS', '/api/groups'],
    ['GET', '/api/groups/preview/1/2'],
    ['POST', '/api/groups/preview/1'],
  ])(
    'nginx in front of the services sends %s %s, which is no route, to the service that would answer it',
    (method, path) => {
      expect(nginxGivesTo(method, path)).toBe(serviceOf(method, path));
    },
  );

  it('nginx in front of the services routes files and sockets to the query service, and serves the pages itself', () => {
    expect(nginxGivesTo('GET', '/files/abc')).toBe('query');
    expect(nginxGivesTo('POST', '/socket.io/')).toBe('sockets');
    expect(upstream('sockets')).toContain('server query-service:8080 resolve;');
    expect(nginxGivesTo('GET', '/dashboard/group/1')).toBe('pages');
  });

  it('nginx in front of the services keeps a polling browser at one gateway, and the commands of one person at one instance', () => {
    expect(upstream('sockets')).toContain('hash $remote_addr consistent;');
    expect(upstream('command')).toContain('hash $person consistent;');
    const person = /map \$http_authorization \$person \{\s+default (\S+);\s+"" (\S+);\s+\}/.exec(configuration);
    expect(person?.slice(1)).toEqual(['$http_authorization', '$remote_addr']);
    expect(upstream('query')).not.toContain('hash');
  });

  it('nginx in front of the services sends strict security headers with the pages (SAFE-06)', () => {
    const sent = [...configuration.matchAll(/add_header (\S+) "([^"]*)" always;/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(sent)).toEqual(securityHeaders);
  });
});
