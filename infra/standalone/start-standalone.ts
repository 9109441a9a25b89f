import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '@quorum/contracts/ports/clock.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { serviceOf } from '@quorum/contracts/wire/route-match.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import { answerOperations, checkAll, NotReadyError, type Readiness } from '@quorum/service-kit/operations.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { shared } from '@quorum/service-kit/shared.ts';
import { staticPages } from '@quorum/service-kit/static-pages.ts';
import { openAdmin } from '../runtime/admin-credentials.ts';
import { createHttpServer, drain, listen } from '../runtime/http-server.ts';
import { type Engines, engineChecks, openEngines } from '../runtime/open-engines.ts';
import { openLog } from '../runtime/open-log.ts';
import { observePipeline } from '../runtime/pipeline-metrics.ts';
import { commandService, projections, queryService, serviceParts } from '../runtime/services.ts';
import type { Settings } from '../runtime/settings.ts';

export type Standalone = {
  /** The port listened on. */
  readonly port: number;
  /** Where the development master key lies, when it is a file. */
  readonly masterKeyPath: string | undefined;
  /** The admin's password when it was made just now; it is kept nowhere. */
  readonly newAdminPassword: string | undefined;
  readonly readModels: Pick<Projections, 'status' | 'verify'>;
  stop(): Promise<void>;
};

export type StandaloneOptions = {
  /** Folder of the built pages. */
  readonly pages: string;
  /** Shows a line to the person at the terminal. */
  readonly print: (line: string) => void;
  /** Only tests give another one. */
  readonly clock?: Clock;
  /** Only tests put something around the engines. */
  readonly around?: (engines: Engines) => Engines;
};

/** How long the first start waits for its read models before it listens all the same, in milliseconds. */
const FIRST_BUILD = 5000;

/** At the very first start the read models are made in a moment; whoever comes before that would be turned away. */
const untilBuilt = async (reads: ReadStore): Promise<void> => {
  for (const until = Date.now() + FIRST_BUILD; Date.now() < until; ) {
    if ((await reads.activeGeneration('users')) !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** The whole product in one process and on one port. */
export const startStandalone = async (
  settings: Settings,
  { pages, print, clock = systemClock, around = (engines) => engines }: StandaloneOptions,
): Promise<Standalone> => {
  const { log, flush } = await openLog(settings);
  const engines = around(await openEngines(settings, log, clock));
  const admin = await openAdmin(settings);
  const parts = serviceParts(settings, engines, log, admin.credentials, clock);
  const readPosition = await ReadPosition.start(engines.reads, engines.bus);
  const models = projections(parts);
  const queries = await queryService(parts);
  const commands = commandService(parts, (position) => readPosition.waitFor(position), print);

  const ready = shared(
    (): Promise<Readiness> =>
      checkAll({
        ...engineChecks(engines),
        projections: async () => {
          const { caughtUp, lagEvents } = await models.status();
          // An empty log is caught up with at once, but queries find nothing to read before the models were made.
          if ((await engines.reads.activeGeneration('users')) === undefined) throw new NotReadyError('not built yet');
          if (!caughtUp) throw new NotReadyError(`${lagEvents} events behind`);
        },
      }),
  );
  const answerCommand = commands.app.callback();
  const answerQuery = queries.app.callback();
  const answerPage = existsSync(pages) ? staticPages(pages) : undefined;
  const operations = { ready, registry: parts.metrics.registry };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path.startsWith('/api/')) {
      return void (serviceOf(request.method ?? 'GET', path) === 'command' ? answerCommand : answerQuery)(
        request,
        response,
      );
    }
    if (path.startsWith('/files/')) return void answerQuery(request, response);
    if (answerOperations(request, response, operations)) return;
    (answerPage ?? answerQuery)(request, response);
  };

  const server = createHttpServer(answer);
  const gateway = await queries.listen(server);
  observePipeline(parts.metrics.registry, { models, gateway, policies: commands.policies });
  let port: number;
  const stop = async (): Promise<void> => {
    const drained = drain(server, 5000);
    await queries.stop();
    await drained;
    await commands.stop();
    await models.stop();
    await readPosition.stop();
    await engines.close();
    flush();
  };
  try {
    await untilBuilt(engines.reads);
    port = await listen(server, settings.port, settings.host);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, masterKeyPath: engines.masterKey.path, newAdminPassword: admin.newPassword, readModels: models, stop };
};
