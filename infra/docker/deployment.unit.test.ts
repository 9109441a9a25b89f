import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const compose = read('compose.yaml');

/** The lines of one entry of the file's part `services`. */
const service = (name: string): string => {
  const part = compose.slice(compose.indexOf('\nservices:\n'), compose.indexOf('\nnetworks:\n'));
  const found = new RegExp(`\\n  ${name}:\\n((?:(?:    .*|  +#.*|)\\n)*)`).exec(part)?.[1];
  if (found === undefined) throw new Error(`The compose file names no service ${name}`);
  return found;
};
const shared = /\nx-service: &service\n((?: .*\n)*)/.exec(compose)?.[1] ?? '';
const environment = /\nx-environment: &environment\n((?: .*\n)*)/.exec(compose)?.[1] ?? '';
const engines = ['eventstore', 'mongo', 'kafka'];

describe('the engines', () => {
  it.each(engines)('%s has an isolated network of its own', (engine) => {
    expect(service(engine)).toContain(`networks: [${engine}]`);
    expect(service(engine)).not.toContain('ports:');
    expect(compose).toContain(`\n  ${engine}:\n    internal: true\n`);
    expect(shared).toMatch(new RegExp(`networks: \\[.*\\b${engine}\\b`));
    expect(service('nginx')).not.toMatch(new RegExp(`networks: \\[.*\\b${engine}\\b`));
  });

  it('require a password', () => {
    expect(compose).not.toContain('INSECURE');
    expect(environment).toMatch(/EVENTSTORE_URI: esdb:\/\/admin:\$\{EVENTSTORE_PASSWORD:\?.*tls=true/);
    expect(environment).toMatch(/MONGODB_URI: mongodb:\/\/quorum:\$\{MONGO_PASSWORD:\?/);
    expect(environment).toMatch(/KAFKA_PASSWORD: \$\{KAFKA_PASSWORD:\?/);
    expect(service('mongo')).toContain('--keyFile');
    expect(service('kafka')).toContain('KAFKA_SASL_ENABLED_MECHANISMS: PLAIN');
    expect(service('kafka')).not.toMatch(/LISTENERS: PLAINTEXT/);
  });
});

describe('secrets', () => {
  it('are given only to the services that use them', () => {
    const users = (secret: string): string[] =>
      ['command-service', 'query-service', 'projections', 'nginx', 'certificates', ...engines].filter((name) =>
        service(name).includes(secret),
      );
    expect(users('TWILIO_AUTH_TOKEN')).toEqual(['command-service']);
    expect(users('*admin')).toEqual(['command-service', 'query-service']);
    expect(users('*environment')).toEqual(['command-service', 'query-service', 'projections']);
    expect(users('MASTER_KEY')).toEqual([]);
    expect(`${shared}${environment}`).not.toMatch(/TWILIO|ADMIN_PASSWORD/);
  });

  it('never get into an image', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n');
    for (const pattern of ['**/.env', '**/.env.*', '**/*.master-key', '**/*.key', 'data', '.git'])
      expect(ignored).toContain(pattern);
  });
});

it('a build installs exactly the packages in the lock file', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain('RUN npm ci ');
  expect(dockerfile).not.toMatch(/npm (install|run build)/);
});

describe('nginx', () => {
  const main = read('nginx.conf');
  const locations = read('locations.conf');

  it('trusts a TLS terminator on a private network, and only listens locally (SAFE-06)', () => {
    const server = read('behind-tls.conf');
    const believed = [...server.matchAll(/set_real_ip_from (\S+);/g)].map(([, network]) => network);
    expect(believed).toEqual(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8']);
    expect(server).toContain('real_ip_header X-Forwarded-For;');
    expect(service('nginx')).toMatch(/ports:\n\s+- "127\.0\.0\.1:\S+:8080"\n/);
    expect(read('Dockerfile')).toContain('behind-tls.conf /etc/nginx/server.conf');
  });

  it('trusts nobody if it terminates TLS itself (SAFE-06)', () => {
    const server = read('own-tls.conf');
    expect(server).not.toMatch(/set_real_ip_from|real_ip_header|http_x_forwarded/);
    expect(server).toMatch(/listen 8443 ssl;/);
    expect(server).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    expect(read('compose.tls.yaml')).toContain('./own-tls.conf:/etc/nginx/server.conf:ro');
  });

  it('passes one visitor address to the services, not the one that the client claims (SAFE-06)', () => {
    expect(locations).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(locations).toContain('proxy_set_header X-Forwarded-Proto $visitor_scheme;');
    expect(environment).toContain('TRUST_PROXY: "1"');
  });

  it('limits connections, and requests without a session (SAFE-06, SAFE-14)', () => {
    const stranger =
      /map "\$uri\|\$http_authorization" \$stranger \{\s+default "";\s+"~(.+)" \$binary_remote_addr;\s+\}/.exec(main);
    const isStranger = (uri: string, authorization: string): boolean =>
      new RegExp(stranger?.[1] ?? 'never^').test(`${uri}|${authorization}`);
    expect(isStranger('/api/config/app', '')).toBe(true);
    expect(isStranger('/api/config/app', 'Bearer x')).toBe(false);
    expect([isStranger('/socket.io/', ''), isStranger('/files/x', '')]).toEqual([false, false]);
    expect(main).toContain('limit_req_zone $stranger ');
    expect(locations).toMatch(/limit_req zone=strangers /);
    expect(locations).toMatch(/limit_conn connections \d+;/);
    for (const timeout of ['client_header_timeout', 'client_body_timeout', 'send_timeout'])
      expect(main).toMatch(new RegExp(`${timeout} \\d+s;`));
  });

  it('logs neither addresses of people nor signed links (RUN-06)', () => {
    const format = /log_format quiet '([^']*)'/.exec(main)?.[1] ?? '';
    expect(format.match(/\$\w+/g)).toEqual([
      '$time_iso8601',
      '$request_method',
      '$status',
      '$request_time',
      '$service',
    ]);
    expect(main).toContain('access_log /dev/stdout quiet;');
    // Lesser errors are written with the request's line and the visitor's address.
    expect(main).toContain('error_log /dev/stderr crit;');
  });
});

it('the services and nginx run on a file system that is read-only', () => {
  expect(shared).toContain('read_only: true');
  expect(service('nginx')).toContain('read_only: true');
});
