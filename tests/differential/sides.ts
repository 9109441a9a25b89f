import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Semaphore } from '@quorum/service-kit/semaphore.ts';
import { adminEnvironment } from '../support/administrator.ts';
import { dropDatabase, isolated, namedEngines, startDistributed } from '../support/processes/distributed.ts';
import type { ServiceName } from '../support/processes/service-processes.ts';
import { movableClock, type Reachable, startProduct } from '../support/product.ts';
import type { Random } from './generator/random.ts';

/** One of the compared products. */
export type Side = Reachable & {
  readonly name: string;
  moveOn(milliseconds: number): Promise<void>;
  /** The development texts to a number, newest first. */
  textsTo(phoneNumber: string): Promise<readonly string[]>;
  /** Kills an instance and starts another. */
  disturb(random: Random): Promise<void>;
  /** Runs work during which no instance is killed. A killed one takes the texts with it that nobody has read yet. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
  /** The last log lines of each process. */
  tails?(): Promise<string>;
};

/** Without rate limits on people: they depend on time, which the products do not share. */
const environment = { ...adminEnvironment, PUBLIC_ORIGIN: 'https://quorum.example', MESSAGE_RATE: '100000' };

const textsAt = async (origin: string, phoneNumber: string): Promise<readonly { body: string; sentAt: string }[]> => {
  const response = await fetch(`${origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`);
  return ((await response.json()) as { messages: { body: string; sentAt: string }[] }).messages;
};

/** Each instance that sends texts has its own outbox. */
const textsOf = async (origins: readonly string[], phoneNumber: string): Promise<readonly string[]> => {
  const texts = await Promise.all(origins.map((origin) => textsAt(origin, phoneNumber)));
  return texts
    .flat()
    .sort((a, b) => b.sentAt.localeCompare(a.sentAt))
    .map(({ body }) => body);
};

/** One process on the embedded engines. */
export const startEmbedded = async (name = 'embedded'): Promise<Side> => {
  const clock = movableClock();
  const product = await startProduct(environment, clock);
  const alone = new Semaphore(1);
  return {
    name,
    get origin() {
      return product.origin;
    },
    moveOn: async (milliseconds) => clock.moveOn(milliseconds),
    textsTo: (phoneNumber) => textsOf([product.origin], phoneNumber),
    disturb: () => alone.run(() => product.restart()),
    undisturbed: (work) => alone.run(work),
    stop: () => product.stop(),
  };
};

const kinds: readonly ServiceName[] = ['command-service', 'query-service', 'projections'];

/** Separate processes, two of every service, on the engines of the environment. */
export const startOnEngines = async (): Promise<Side> => {
  const folder = mkdtempSync(join(tmpdir(), 'quorum-clock-'));
  const file = join(folder, 'ahead');
  const ahead = openSync(file, 'w+');
  let total = 0;
  let starting: Promise<unknown> = Promise.resolve();
  const write = (): void => void writeSync(ahead, Buffer.from(new Float64Array([total]).buffer), 0, 8, 0);
  write();
  const engines = isolated(namedEngines());
  const settings = {
    ...environment,
    ...engines,
    NODE_OPTIONS: `--import=${new URL('./shifted-clock.mjs', import.meta.url).href}`,
    CLOCK_AHEAD: file,
  };
  const product = await startDistributed(settings, { 'command-service': 2, 'query-service': 2, projections: 2 });
  const alone = new Semaphore(1);
  const origins = (): readonly string[] =>
    product.instances.filter(({ name }) => name === 'command-service').map(({ origin }) => origin);
  return {
    name: 'shared engines',
    origin: product.origin,
    moveOn: async (milliseconds) => {
      // A starting process measures its patience by the same clock.
      await starting;
      total += milliseconds;
      write();
    },
    textsTo: (phoneNumber) => textsOf(origins(), phoneNumber),
    disturb: async (random) => {
      const kind = random.pick(kinds) ?? 'projections';
      const victim = product.instances.find(({ name }) => name === kind);
      if (victim !== undefined) await alone.run(() => product.end(victim, 'SIGKILL'));
      const added = product.add(kind);
      starting = added.catch(() => undefined);
      await added;
    },
    undisturbed: (work) => alone.run(work),
    tails: () => product.tails(),
    stop: async () => {
      await product.stop();
      await dropDatabase(engines.MONGODB_URI ?? '');
      closeSync(ahead);
      rmSync(folder, { recursive: true });
    },
  };
};
