import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { ProcessManagerRunner } from '@quorum/command-service/process-managers/runner.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import { isLoopback } from '@quorum/service-kit/http/admission/origin.ts';
import { serviceOf } from '@quorum/service-kit/http/build-app.ts';
import type { Checks } from '@quorum/service-kit/http/operations.ts';
import { staticPages } from '@quorum/service-kit/http/static-pages.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { composeCommandService } from './compose-command-service.ts';
import { composeProjections } from './compose-projections.ts';
import { composeQueryService } from './compose-query-service.ts';
import { type Engines, openEngines } from './engines/open-engines.ts';
import { Health } from './http/health.ts';
import { createHttpServer, drain, guardRequests, listen } from './http/http-server.ts';
import {
  areBuilt,
  checkBuilt,
  checkDisk,
  checkModels,
  checkParked,
  checkRoom,
  enginesFor,
  readinessOf,
} from './http/readiness.ts';
import { observeDisk } from './observe/disk-metrics.ts';
import { noteChainHead } from './observe/note-chain-head.ts';
import { openLog } from './observe/open-log.ts';
import { observeEngines, observePipeline, observeThreads } from './observe/pipeline-metrics.ts';
import { serviceParts } from './service-parts.ts';
import { openAdmin } from './settings/admin-credentials.ts';
import type { Settings } from './settings/settings.ts';
import { logFileOf } from './support/dispatch.ts';
import { openSupportEndpoint } from './support/support-endpoint.ts';

export type Standalone = {
  readonly port: number;
  /** Path of the development master key, if it is a file. */
  readonly masterKeyPath: string | undefined;
  /** The administrators' password if it was just generated; stored nowhere. */
  readonly newAdminPassword: string | undefined;
  readonly readModels: Pick<Projections, 'status' | 'verify'>;
  stop(): Promise<void>;
};

export type StandaloneOptions = {
  /** Folder of the built pages. */
  readonly pages: string;
  /** Shows a line on the terminal. */
  readonly print: (line: string) => void;
  /** Only tests change it. */
  readonly clock?: Clock;
  /** Only tests wrap the engines. */
  readonly around?: (engines: Engines) => Engines;
};

/** Milliseconds that the first start waits for its read models before it listens anyway. */
const FIRST_BUILD_MS = 5000;

/** At the very first start the read models are ready in a moment, and earlier requests would fail. */
const untilBuilt = async (reads: ReadEngine): Promise<void> => {
  for (const until = Date.now() + FIRST_BUILD_MS; Date.now() < until; ) {
    if (await areBuilt(reads)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

type Parts = {
  readonly models: Projections;
  readonly processManagers: ProcessManagerRunner;
  readonly settings: Settings;
};

/** Commands need all that queries need. */
const readiness = (engines: Engines, { models, processManagers, settings }: Parts) => {
  const { dataDir, eventstoreUri, mongodbUri } = settings;
  const room: Checks =
    eventstoreUri === undefined || mongodbUri === undefined ? { disk: () => checkRoom(dataDir) } : {};
  const projections = async (): Promise<void> => {
    await checkBuilt(engines.reads);
    await checkModels(models);
  };
  const others = {
    disk: () => checkDisk(dataDir),
    parked: () => checkParked(async () => (await models.status()).parked, processManagers.parked),
  };
  return readinessOf(engines, { engines: enginesFor.commands, checks: { projections, ...room }, others });
};

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
type Answers = {
  readonly command: Answer;
  readonly query: Answer;
  readonly page: Answer | undefined;
  readonly health: Health;
};

/** Hands each request to the service that answers it, by its path. */
const answering =
  ({ command, query, page = query, health }: Answers) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    if (path.startsWith('/api/')) (serviceOf(method, path) === 'command' ? command : query)(request, response);
    else if (path.startsWith('/files/')) query(request, response);
    else if (!health.answer(request, response)) page(request, response);
  };

/** The whole product in one process and on one port. */
export const startStandalone = async (settings: Settings, options: StandaloneOptions): Promise<Standalone> => {
  const health = await Health.listen(settings);
  try {
    return await startOn(health, settings, options);
  } catch (error) {
    await health.close();
    throw error;
  }
};

const startOn = async (
  health: Health,
  settings: Settings,
  { pages, print, clock = systemClock, around = (engines) => engines }: StandaloneOptions,
): Promise<Standalone> => {
  const { log, flush, dropped } = openLog(settings);
  const engines = around(await openEngines(settings, log, clock));
  const admin = await openAdmin(settings);
  let port = settings.port;
  const parts = serviceParts({ settings, engines, log, clock, port: () => port }, admin.credentials);
  const stopNotes = await noteChainHead(engines.eventLog, log);
  const readPosition = await ReadPosition.start(engines.reads, engines.bus);
  const models = composeProjections(parts);
  const queries = await composeQueryService(parts);
  const commands = await composeCommandService(parts, (position) => readPosition.waitFor(position), print);

  const server = createHttpServer(
    answering({
      command: commands.app.callback(),
      query: queries.app.callback(),
      page: existsSync(pages) ? staticPages(pages) : undefined,
      health,
    }),
  );
  const gateway = await queries.listen(server);
  guardRequests(server, parts.publicEndpoint);
  observePipeline(parts.metrics.registry, { models, gateway, processManagers: commands.processManagers });
  observeEngines(parts.metrics.registry, engines);
  observeThreads(parts.metrics.registry);
  observeDisk(parts.metrics.registry, settings.dataDir, { dropped });
  const { processManagers } = commands;
  const ready = readiness(engines, { models, processManagers, settings });
  health.started({ ready, registry: parts.metrics.registry });
  let closeDoor = async (): Promise<void> => {};
  const stop = async (): Promise<void> => {
    health.draining();
    const drained = drain(server, 5000);
    await closeDoor();
    await queries.stop();
    await drained;
    await commands.stop();
    await models.stop();
    await readPosition.stop();
    await health.close();
    await stopNotes();
    await engines.close();
    flush();
  };
  try {
    await untilBuilt(engines.reads);
    const supported = { engines, clock, models: () => models, logFile: logFileOf(settings) };
    const supportEndpoint = await openSupportEndpoint(settings.dataDir, supported);
    closeDoor = () => supportEndpoint.close();
    await health.freePort();
    port = await listen(server, settings.port, settings.host);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, masterKeyPath: engines.masterKey.path, newAdminPassword: admin.newPassword, readModels: models, stop };
};

type Shown = Pick<Settings, 'publicOrigin' | 'dataDir' | 'twilio' | 'production' | 'host'>;

type Started = Pick<Standalone, 'port' | 'masterKeyPath' | 'newAdminPassword'>;

/** The lines that the terminal shows once the product runs. */
export const linesAtStart = (settings: Shown, running: Started): readonly string[] => {
  const lines = [
    `Quorum runs on ${settings.publicOrigin ?? `http://localhost:${running.port}`}`,
    `Data is stored in ${resolve(settings.dataDir)}`,
  ];
  if (running.masterKeyPath !== undefined)
    lines.push(`The key that encrypts it is in ${running.masterKeyPath}; set MASTER_KEY to keep it elsewhere`);
  if (settings.twilio === undefined)
    lines.push('To sign in, enter any US phone number: the code appears here and on the sign-in page');
  if (!settings.production && !isLoopback(settings.host))
    lines.push(
      `Warning: HOST ${settings.host} is open to other machines, and this is development mode. Set NODE_ENV=production to expose it`,
    );
  if (running.newAdminPassword !== undefined)
    lines.push(`The admin is "admin" with the password ${running.newAdminPassword}, which is shown only now`);
  return lines;
};
