import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongodb } from '../bootstrap/engines/mongodb.mjs';
import { freePort, isRunning, stopProcess } from '../bootstrap/engines/processes.mjs';
import { startEventStoreProcess } from './eventstore-server/server-process.ts';
import { eventually } from './service-processes.ts';

/** An engine as a process of its own that a test can take away and give back, at the same address and with its data. */
export type FragileEngine = {
  readonly uri: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** After `kill`. Resolves when it answers. */
  start(): Promise<void>;
  /** It keeps its connections, and says nothing. */
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
};

/** The EventStoreDB test server. */
export const fragileEventStore = async (): Promise<FragileEngine> => {
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

/** The MongoDB-compatible server. */
export const fragileMongo = async (): Promise<FragileEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-documents-'));
  const port = await freePort();
  await mongodb.install();
  const open = async () => {
    const started = await mongodb.start({ folder, log: join(folder, 'output.log'), port });
    const answers = () =>
      mongodb.probe(started.environment).then(
        () => true,
        () => false,
      );
    await eventually('the MongoDB-compatible server answers', answers);
    return started;
  };
  let server = await open();
  const kill = async (): Promise<void> => {
    if (isRunning(server.process)) process.kill(server.process.pid, 'SIGKILL');
    await stopProcess(server.process);
  };
  return {
    uri: server.environment.MONGODB_URI,
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
