import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import { startEventStoreProcess } from '../../engines/eventstore-server/server-process.ts';
import { kafka } from '../../engines/launchers/kafka.mjs';
import { mongodb } from '../../engines/launchers/mongodb.mjs';
import type { ProcessRecord } from '../../engines/launchers/processes.d.mts';
import { freePort, isRunning, stopProcess } from '../../engines/launchers/processes.mjs';

/** An engine in its own process that a test can kill and restart, at the same address and with its data. */
export type KillableEngine = {
  readonly uri: string;
  kill(): Promise<void>;
  /** After `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** Keeps its connections, but stops answering. */
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
};

/** The EventStoreDB test server. */
export const killableEventStore = async (): Promise<KillableEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-events-'));
  const port = await freePort();
  const open = () => startEventStoreProcess({ port, file: join(folder, 'journal') });
  let server = await open();
  const kill = async (): Promise<void> => {
    server.signal('SIGKILL');
    await server.exited;
  };
  return {
    uri: server.uri,
    kill,
    start: async () => {
      server = await open();
    },
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

type Started<Name extends string> = {
  readonly process: ProcessRecord;
  readonly environment: Readonly<Record<Name, string>>;
};

/** An engine of `npm run engines`, in the test's own process. */
const killable = async <Name extends string>(
  name: string,
  engine: {
    readonly install: () => Promise<void>;
    readonly probe: (environment: Readonly<Record<Name, string>>) => Promise<void>;
  },
  address: Name,
  startIn: (folder: string) => Promise<Started<Name>>,
): Promise<KillableEngine> => {
  const folder = await mkdtemp(join(tmpdir(), `quorum-${name}-`));
  await engine.install();
  const open = async (): Promise<Started<Name>> => {
    const started = await startIn(folder);
    const answers = () =>
      engine.probe(started.environment).then(
        () => true,
        () => false,
      );
    await until(answers);
    return started;
  };
  let server = await open();
  const kill = async (): Promise<void> => {
    if (isRunning(server.process)) process.kill(server.process.pid, 'SIGKILL');
    await stopProcess(server.process);
  };
  return {
    uri: server.environment[address],
    kill,
    start: async () => {
      server = await open();
    },
    pause: () => void process.kill(server.process.pid, 'SIGSTOP'),
    resume: () => void process.kill(server.process.pid, 'SIGCONT'),
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The MongoDB-compatible server. */
export const killableMongo = async (): Promise<KillableEngine> => {
  const port = await freePort();
  return killable('mongodb', mongodb, 'MONGODB_URI', (folder) =>
    mongodb.start({ folder, log: join(folder, 'output.log'), port }),
  );
};

export const killableKafka = (): Promise<KillableEngine> =>
  killable('kafka', kafka, 'KAFKA_BROKERS', (folder) => kafka.start({ folder, log: join(folder, 'output.log') }));
