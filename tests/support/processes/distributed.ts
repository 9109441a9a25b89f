import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { MongoClient } from 'mongodb';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';
import { builtPages, type ServiceName, type ServiceProcess, startService } from './service-processes.ts';

export type Instances = Readonly<Record<ServiceName, number>>;

/** The product as separate processes on shared engines, behind one origin. */
export type Distributed = {
  readonly origin: string;
  readonly instances: readonly ServiceProcess[];
  /** Starts one more instance. */
  add(name: ServiceName): Promise<ServiceProcess>;
  /** Ends an instance and forgets it. */
  end(instance: ServiceProcess, signal?: NodeJS.Signals): Promise<number | null>;
  /** Waits until every instance is ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
  /** The last log lines of each process. */
  tails(): Promise<string>;
};

export type EngineAddresses = {
  readonly EVENTSTORE_URI: string;
  readonly MONGODB_URI: string;
  readonly KAFKA_BROKERS: string;
};

/** The engines named by the environment. @throws if one is missing. */
export const namedEngines = (): EngineAddresses => {
  const { EVENTSTORE_URI, MONGODB_URI, KAFKA_BROKERS } = process.env;
  if (EVENTSTORE_URI === undefined || MONGODB_URI === undefined || KAFKA_BROKERS === undefined)
    throw new Error('EVENTSTORE_URI, MONGODB_URI and KAFKA_BROKERS have to name engines (npm run engines)');
  return { EVENTSTORE_URI, MONGODB_URI, KAFKA_BROKERS };
};

/** The same server with a database of its own. */
export const withFreshDatabase = (uri: string): string => {
  const url = new URL(uri);
  url.pathname = `/quorum_${randomUUID().replaceAll('-', '')}`;
  return url.href;
};

export const dropDatabase = async (uri: string): Promise<void> => {
  const client = new MongoClient(uri);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
};

/** Streams, documents, keys and a topic that only this product uses, though servers are shared. */
export const isolated = (engines: EngineAddresses): Readonly<Record<string, string>> => ({
  ...engines,
  MONGODB_URI: withFreshDatabase(engines.MONGODB_URI),
  EVENTSTORE_PREFIX: `${randomUUID()}-`,
  KAFKA_TOPIC: `quorum-${randomUUID()}`,
  MASTER_KEY: randomBytes(32).toString('base64'),
});

/** Number of log lines shown. */
const TAIL = 15;

/** The last lines of each process, as its folder is deleted and with it the reason why one did not start. */
const tailsOf = async (folder: string): Promise<string> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
  const tails = await Promise.all(
    files.map(async (file) => {
      const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n');
      return [`── ${file}`, ...lines.slice(-TAIL)].join('\n');
    }),
  );
  return tails.join('\n');
};

/**
 * One command service by default: the development outbox lives in the instance that sent the message, so a code requested through one
 * instance is not found in another.
 */
const someOfEach: Instances = { 'command-service': 1, 'query-service': 2, projections: 2 };

export const startDistributed = async (
  environment: Readonly<Record<string, string>>,
  instances: Instances = someOfEach,
): Promise<Distributed> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-distributed-'));
  const running: ServiceProcess[] = [];
  let proxy: ReverseProxy | undefined;

  const originsOf = (name: ServiceName) => () =>
    running.filter((service) => service.name === name).map(({ origin }) => origin);
  const add = async (name: ServiceName): Promise<ServiceProcess> => {
    const service = await startService(name, {
      DATA_DIR: join(folder, 'data'),
      LOG_TO: join(folder, `${name}-${randomUUID()}.log`),
      LOG_LEVEL: 'warn',
      REQUEST_RATE: '100000',
      MESSAGE_RATE: '100000',
      TRUST_PROXY: 'true',
      ...environment,
    });
    running.push(service);
    return service;
  };
  const end = async (service: ServiceProcess, signal?: NodeJS.Signals): Promise<number | null> => {
    const code = await service.end(signal);
    const at = running.indexOf(service);
    if (at >= 0) running.splice(at, 1);
    return code;
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...running].map((service) => end(service)));
    await proxy?.close();
    await rm(folder, { recursive: true, force: true });
  };
  const ready = async (): Promise<void> => {
    for (const service of running) await until(() => service.isReady());
  };
  try {
    // Readers need read models, so these come first.
    for (const name of ['projections', 'command-service', 'query-service'] as const)
      await Promise.all(Array.from({ length: instances[name] }, () => add(name)));
    await ready();
    proxy = await startReverseProxy({
      command: originsOf('command-service'),
      query: originsOf('query-service'),
      pages: builtPages,
    });
    return { origin: proxy.origin, instances: running, add, end, ready, stop, tails: () => tailsOf(folder) };
  } catch (error) {
    const said = await tailsOf(folder);
    await stop();
    const what = messageOf(error);
    throw new Error(`The product as separate processes did not start: ${what}\n${said}`, { cause: error });
  }
};
