import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceOf } from '@quorum/contracts/route-match.ts';
import { allModels } from '@quorum/projections/features.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import { answerOperations, checkAll, NotReadyError, type Readiness } from '@quorum/service-kit/http/operations.ts';
import { staticPages } from '@quorum/service-kit/http/static-pages.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { shared } from '@quorum/service-kit/shared.ts';
import { composeCommandService } from './compose-command-service.ts';
import { composeProjections } from './compose-projections.ts';
import { composeQueryService } from './compose-query-service.ts';
import { type Engines, engineChecks, openEngines } from './engines/open-engines.ts';
import { createHttpServer, drain, guardRequests, listen } from './http/http-server.ts';
import { metricsAccess, startMetricsServer } from './http/metrics-server.ts';
import { checkModels } from './http/models-ready.ts';
import { noteChainHead } from './observe/note-chain-head.ts';
import { openLog } from './observe/open-log.ts';
import { observePipeline } from './observe/pipeline-metrics.ts';
import { serviceParts } from './service-parts.ts';
import { openAdmin } from './settings/admin-credentials.ts';
import type { Settings } from './settings/settings.ts';
import { logFileOf } from './support/dispatch.ts';
import { openSupportEndpoint } from './support/support-endpoint.ts';

export type Standalone = {
  /** The port listened on. */
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
const FIRST_BUILD = 5000;

/** Whether every model can be read; they become active one after another. */
const areBuilt = async (reads: ReadStore): Promise<boolean> => {
  const active = await Promise.all(allModels.map(({ name }) => reads.activeGeneration(name)));
  return active.every((generation) => generation !== undefined);
};

/** At the very first start the read models are ready in a moment, and earlier requests would fail. */
const untilBuilt = async (reads: ReadStore): Promise<void> => {
  for (const until = Date.now() + FIRST_BUILD; Date.now() < until; ) {
    if (await areBuilt(reads)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Whether engines and read models can serve; concurrent callers share one look. */
const readinessOf = (engines: Engines, models: Projections): (() => Promise<Readiness>) =>
  shared(() =>
    checkAll({
      ...engineChecks(engines),
      projections: async () => {
        // An empty log is caught up with at once, but queries find nothing to read before the models exist.
        if (!(await areBuilt(engines.reads))) throw new NotReadyError('not built yet');
        await checkModels(models);
      },
    }),
  );

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
type Answers = {
  readonly command: Answer;
  readonly query: Answer;
  readonly page: Answer | undefined;
  readonly operations: Parameters<typeof answerOperations>[2];
};

/** Hands each request to the service that answers it, by its path. */
const answering =
  ({ command, query, page = query, operations }: Answers) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    if (path.startsWith('/api/')) (serviceOf(method, path) === 'command' ? command : query)(request, response);
    else if (path.startsWith('/files/')) query(request, response);
    else if (!answerOperations(request, response, operations)) page(request, response);
  };

/** The whole product in one process and on one port. */
export const startStandalone = async (
  settings: Settings,
  { pages, print, clock = systemClock, around = (engines) => engines }: StandaloneOptions,
): Promise<Standalone> => {
  const { log, flush } = openLog(settings);
  const engines = around(await openEngines(settings, log, clock));
  const admin = await openAdmin(settings);
  const parts = serviceParts({ settings, engines, log, clock }, admin.credentials);
  const stopNotes = await noteChainHead(engines.eventLog, log);
  const readPosition = await ReadPosition.start(engines.reads, engines.bus);
  const models = composeProjections(parts);
  const queries = await composeQueryService(parts);
  const commands = composeCommandService(parts, (position) => readPosition.waitFor(position), print);

  const operations = {
    ready: readinessOf(engines, models),
    registry: parts.metrics.registry,
    metrics: metricsAccess(settings),
  };

  const server = createHttpServer(
    answering({
      command: commands.app.callback(),
      query: queries.app.callback(),
      page: existsSync(pages) ? staticPages(pages) : undefined,
      operations,
    }),
  );
  const gateway = await queries.listen(server);
  guardRequests(server, parts.publicEndpoint);
  observePipeline(parts.metrics.registry, { models, gateway, processManagers: commands.processManagers });
  let port: number;
  let closeDoor = async (): Promise<void> => {};
  let stopMetrics = async (): Promise<void> => {};
  const stop = async (): Promise<void> => {
    const drained = drain(server, 5000);
    await closeDoor();
    await queries.stop();
    await drained;
    await commands.stop();
    await models.stop();
    await readPosition.stop();
    await stopMetrics();
    await stopNotes();
    await engines.close();
    flush();
  };
  try {
    await untilBuilt(engines.reads);
    const supported = { engines, clock, models: () => models, logFile: logFileOf(settings) };
    const supportEndpoint = await openSupportEndpoint(settings.dataDir, supported);
    closeDoor = () => supportEndpoint.close();
    port = await listen(server, settings.port, settings.host);
    stopMetrics = await startMetricsServer(settings, operations);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, masterKeyPath: engines.masterKey.path, newAdminPassword: admin.newPassword, readModels: models, stop };
};
