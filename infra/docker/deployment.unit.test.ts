import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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

describe('the engines of the deployment', () => {
  it.each(engines)('the engines of the deployment have an isolated network: %s', (engine) => {
    expect(service(engine)).toContain(`networks: [${engine}]`);
    expect(service(engine)).not.toContain('ports:');
    expect(compose).toContain(`\n  ${engine}:\n    internal: true\n`);
    expect(shared).toMatch(new RegExp(`networks: \\[.*\\b${engine}\\b`));
    expect(service('nginx')).not.toMatch(new RegExp(`networks: \\[.*\\b${engine}\\b`));
  });

  it('the engines of the deployment require a password', () => {
    expect(compose).not.toContain('INSECURE');
    expect(environment).toMatch(/EVENTSTORE_URI: esdb:\/\/quorum:\$\{EVENTSTORE_PASSWORD:\?.*tls=true/);
    expect(environment).toMatch(/MONGODB_URI: mongodb:\/\/quorum:\$\{MONGO_PASSWORD:\?/);
    expect(environment).toMatch(/KAFKA_PASSWORD: \$\{KAFKA_PASSWORD:\?/);
    expect(service('mongo')).toContain('--keyFile');
    expect(service('kafka')).toContain('KAFKA_SASL_ENABLED_MECHANISMS: PLAIN');
    expect(service('kafka')).not.toMatch(/LISTENERS: PLAINTEXT/);
  });

  it('the engines of the deployment give the services a MongoDB account without administrative rights', () => {
    expect(environment).toContain('authSource=quorum');
    expect(service('mongo')).toContain('MONGO_INITDB_ROOT_USERNAME: root');
    expect(service('mongo')).toContain('source: mongo-account, target: /docker-entrypoint-initdb.d/');
    expect([...compose.matchAll(/role: '(\w+)', db: '(\w+)'/g)].map(([, ...role]) => role)).toEqual([
      ['readWrite', 'quorum'],
    ]);
  });
});

describe('the documented settings', () => {
  /** What an operator cannot set here, by the reason. */
  const decidedHere = {
    'the image is for production': ['NODE_ENV'],
    'containers listen where nginx and the health checks expect it': ['HOST', 'PORT', 'METRICS_PORT'],
    'a service stores nothing on disk': ['DATA_DIR', 'LOG_TO'],
    'the engines are those of this file': ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS', 'KAFKA_TLS'],
    'the accounts and their rights in the engines are those of this file': [
      'EVENTSTORE_PREFIX',
      'KAFKA_USERNAME',
      'KAFKA_SASL_MECHANISM',
      'KAFKA_TOPIC',
    ],
    'nginx is the only proxy in front': ['TRUST_PROXY'],
  };

  it('the documented settings are passed on, except those that the deployment decides', () => {
    const rows = read('../../docs/configuration.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm);
    const settings = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
    const isPassedOn = (name: string): boolean => new RegExp(`^ +${name}: \\$\\{${name}:`, 'm').test(compose);
    expect(settings.filter((name) => !isPassedOn(name)).sort()).toEqual(Object.values(decidedHere).flat().sort());
    expect(isPassedOn('TWILIO_MESSAGING_SERVICE_SID')).toBe(true);
  });

  it('the documented settings accept calls from the pages if only the port of nginx is set', () => {
    expect(service('nginx')).toMatch(/"127\.0\.0\.1:\$\{PORT:-8080\}:8080"/);
    expect(environment).toMatch(/ PUBLIC_ORIGIN: \$\{PUBLIC_ORIGIN:-http:\/\/localhost:\$\{PORT:-8080\}\}\n/);
  });

  it('the documented settings do not require a number to send from, because a messaging service may replace it', () => {
    expect(service('command-service')).toMatch(/ TWILIO_FROM: \$\{TWILIO_FROM:-\}\n/);
  });
});

describe('secrets', () => {
  it('secrets are given only to the services that use them', () => {
    const users = (secret: string): string[] =>
      [
        'command-service',
        'query-service',
        'projections',
        'nginx',
        'certificates',
        'eventstore-account',
        'kafka-account',
        ...engines,
      ].filter((name) => service(name).includes(secret));
    expect(users('TWILIO_AUTH_TOKEN')).toEqual(['command-service']);
    expect(users('*admin')).toEqual(['command-service', 'query-service']);
    expect(users('*environment')).toEqual(['command-service', 'query-service', 'projections']);
    expect(users('MASTER_KEY')).toEqual([]);
    expect(users('EVENTSTORE_ADMIN_PASSWORD')).toEqual(['eventstore-account', 'eventstore']);
    expect(users('KAFKA_ADMIN_PASSWORD')).toEqual(['kafka-account', 'kafka']);
    expect(`${shared}${environment}`).not.toMatch(/TWILIO|ADMIN_PASSWORD/);
  });

  it('secrets never get into an image', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n');
    for (const pattern of ['**/.env', '**/.env.*', '**/*.master-key', '**/*.key', 'data', '.git'])
      expect(ignored).toContain(pattern);
  });
});

it('a build installs exactly the packages in the lock file', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain('RUN npm ci ');
  expect(dockerfile).not.toMatch(/npm install/);
});

describe('nginx', () => {
  const main = read('nginx.conf');
  const locations = read('locations.conf');

  it('nginx trusts a TLS terminator on a private network, and only listens locally (SAFE-06)', () => {
    const server = read('behind-tls.conf');
    const believed = [...server.matchAll(/set_real_ip_from (\S+);/g)].map(([, network]) => network);
    expect(believed).toEqual(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8']);
    expect(server).toContain('real_ip_header X-Forwarded-For;');
    expect(service('nginx')).toMatch(/ports:\n\s+- "127\.0\.0\.1:\S+:8080"\n/);
    expect(read('Dockerfile')).toContain('behind-tls.conf /etc/nginx/server.conf');
  });

  it('nginx trusts nobody if it terminates TLS itself (SAFE-06)', () => {
    const server = read('own-tls.conf');
    expect(server).not.toMatch(/set_real_ip_from|real_ip_header|http_x_forwarded/);
    expect(server).toMatch(/listen 8443 ssl;/);
    expect(server).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    expect(read('compose.tls.yaml')).toContain('./own-tls.conf:/etc/nginx/server.conf:ro');
  });

  it('nginx passes one visitor address to the services, not the one that the client claims (SAFE-06)', () => {
    expect(locations).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(locations).toContain('proxy_set_header X-Forwarded-Proto $visitor_scheme;');
    expect(environment).toContain('TRUST_PROXY: "1"');
  });

  it('nginx limits connections, and requests without a session (SAFE-06, SAFE-14)', () => {
    const stranger =
      /map "\$uri\|\$http_authorization" \$stranger \{\s+default "";\s+"~(.+)" \$binary_remote_addr;\s+\}/.exec(main);
    const isStranger = (uri: string, authorization: string): boolean =>
      new RegExp(stranger?.[1] ?? 'never^').test(`${uri}|${authorization}`);
    expect(isStranger('/api/config/app', '')).toBe(true);
    expect(isStranger('/api/config/app', 'Bearer x')).toBe(false);
    const limitedElsewhere = ['/socket.io/', '/files/x', '/api/calendar/x/quorum.ics'];
    expect(limitedElsewhere.filter((uri) => isStranger(uri, ''))).toEqual([]);
    expect(main).toContain('limit_req_zone $stranger ');
    expect(locations).toMatch(/limit_req zone=strangers /);
    expect(locations).toMatch(/limit_conn connections \d+;/);
    for (const timeout of ['client_header_timeout', 'client_body_timeout', 'send_timeout'])
      expect(main).toMatch(new RegExp(`${timeout} \\d+s;`));
  });

  it('nginx logs neither addresses of people nor what they ask for (RUN-06)', () => {
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

it('the services and nginx run on a read-only file system', () => {
  expect(shared).toContain('read_only: true');
  expect(service('nginx')).toContain('read_only: true');
});

it('nginx may open as many descriptors as its workers need for their connections', () => {
  const most = (name: string, text: string): number => Number(new RegExp(`${name}:? (\\d+)`).exec(text)?.[1]);
  const connections = most('worker_connections', read('nginx.conf'));
  expect(connections).toBeGreaterThanOrEqual(32_768);
  expect(most('worker_rlimit_nofile', read('nginx.conf'))).toBeGreaterThan(2 * connections);
  expect(most('nofile', service('nginx'))).toBe(most('worker_rlimit_nofile', read('nginx.conf')));
});

it('the connections of all workers of nginx take at most a quarter of its memory', () => {
  const [, workers] = /worker_processes (\d+);/.exec(read('nginx.conf')) ?? [];
  const [, limit] = /mem_limit: (\d+)m/.exec(service('nginx')) ?? [];
  expect(Number(workers) * 14).toBeLessThanOrEqual(Number(limit) / 4);
});

describe('every image', () => {
  const foreign = [...compose.matchAll(/image: (\S+:\S+)/g), ...read('Dockerfile').matchAll(/FROM (\S+:\S+)/g)];

  it.each(foreign.map(([, image]) => image))('every image %s is pinned to one version', (image) => {
    expect(image).toMatch(/:\d+\.\d+\.\d+/);
  });
});

describe('every container', () => {
  it('every container has a memory limit', () => {
    for (const part of [shared, ...['nginx', ...engines].map(service)]) expect(part).toMatch(/mem_limit: \d+[gm]/);
  });

  it('every container of a service leaves a quarter of it to what is not in the heap', () => {
    const [, heap] = /--max-old-space-size=(\d+)/.exec(environment) ?? [];
    const [, limit] = /mem_limit: (\d+)g/.exec(shared) ?? [];
    expect(Number(heap)).toBeLessThanOrEqual(0.75 * 1_024 * Number(limit));
    expect(compose.match(/--max-old-space-size/g)).toHaveLength(1);
  });
});

describe('EventStoreDB', () => {
  it('EventStoreDB has enough threads not to stall', () => {
    expect(service('eventstore')).toContain('DOTNET_ThreadPool_ForceMinWorkerThreads: "40"');
  });
});

describe('MongoDB', () => {
  it('MongoDB keeps its cache within its container, and its oplog as short as possible', () => {
    const [, cache] = /--wiredTigerCacheSizeGB (\d+)/.exec(service('mongo')) ?? [];
    const [, limit] = /mem_limit: (\d+)g/.exec(service('mongo')) ?? [];
    expect(Number(cache)).toBeLessThan(Number(limit));
    expect(service('mongo')).toContain('--oplogSize 990');
  });
});

describe('Kafka', () => {
  it('Kafka has the options without which its image refuses a SASL listener', () => {
    expect(service('kafka')).toMatch(/KAFKA_ADVERTISED_LISTENERS: SASL_/);
    expect(service('kafka')).toMatch(/KAFKA_OPTS: \S+/);
  });

  it('Kafka lets the services create, write and read their topic, and nothing else', () => {
    expect(service('kafka')).toMatch(/KAFKA_AUTHORIZER_CLASS_NAME: \S+\.StandardAuthorizer\n/);
    expect(service('kafka')).toMatch(/user_quorum="\$\{KAFKA_PASSWORD:\?/);
    // Whoever is anonymous may do everything, and is in this container.
    expect(service('kafka')).toContain('KAFKA_SUPER_USERS: User:admin;User:ANONYMOUS\n');
    expect(service('kafka')).toContain('KAFKA_LISTENERS: SASL_PLAINTEXT://:9092,CONTROLLER://127.0.0.1:9093\n');
    const rights = service('kafka-account').replace(/\s+\\?\s*/g, ' ');
    expect(rights).toContain('--add --allow-principal User:quorum --producer --consumer --topic quorum-changes');
    expect(rights).toContain('--group quorum-changes --resource-pattern-type prefixed');
    expect(shared).toContain('kafka-account:\n      condition: service_completed_successfully');
  });

  it('Kafka writes to its volume', () => {
    const [, folder] = /- kafka:(\S+)/.exec(service('kafka')) ?? [];
    expect(service('kafka')).toContain(`KAFKA_LOG_DIRS: ${folder}\n`);
  });
});

// The step runs in a Linux container.
describe.skipIf(process.platform === 'win32')('the certificates of the event log', () => {
  let folder: string;
  let log: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    log = join(folder, 'calls');
    for (const name of ['bin', 'certificates', 'authority']) mkdirSync(join(folder, name));
    const tool = join(folder, 'bin', 'es-gencert-cli');
    writeFileSync(
      tool,
      `#!/bin/bash\necho "$@" >> ${log}\nmkdir -p ca node\ntouch ca/ca.crt\n[ "$1" = create-ca ] || touch node/node.crt\n`,
    );
    chmodSync(tool, 0o755);
    writeFileSync(join(folder, 'bin', 'chown'), '#!/bin/bash\n');
    chmodSync(join(folder, 'bin', 'chown'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the step as `docker compose up` does. @returns how often it made certificates, and for how many days */
  const up = (): { readonly made: number; readonly days: number } => {
    const script = /command:\n {6}- \|\n((?: {8}.*\n)*)/.exec(service('certificates'))?.[1] ?? '';
    const here = script
      .replaceAll('$$', '$')
      .replaceAll('/certificates', join(folder, 'certificates'))
      .replaceAll('/authority', join(folder, 'authority'));
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
    execFileSync('bash', ['-ec', here], { env: { ...process.env, PATH } });
    const calls = existsSync(log) ? readFileSync(log, 'utf8') : '';
    const days = [...calls.matchAll(/-days (\d+)/g)].map(([, each]) => Number(each));
    return { made: calls.match(/create-node/g)?.length ?? 0, days: Math.min(...days) };
  };
  const age = (days: number): void => {
    const then = Date.now() / 1000 - days * 86_400;
    for (const name of ['ca/ca.crt', 'node/node.crt']) utimesSync(join(folder, 'certificates', name), then, then);
  };

  it('the certificates of the event log are created at the first start, and given to the services', () => {
    expect(up().made).toBe(1);
    expect(existsSync(join(folder, 'authority', 'ca.crt'))).toBe(true);
    expect(up().made).toBe(1);
  });

  it('the certificates of the event log are renewed when less than 60 days are left', () => {
    const { days } = up();
    expect(days).toBeGreaterThan(365);
    age(days - 62);
    expect(up().made).toBe(1);
    age(days - 58);
    expect(up().made).toBe(2);
  });
});
