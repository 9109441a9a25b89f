import type { Server } from 'node:http';
import { openEngines } from './engines/open-engines.ts';
import { Health } from './http/health.ts';
import { type Answer, createHttpServer, drain, guardRequests, listen } from './http/http-server.ts';
import { type Needs, readinessOf } from './http/readiness.ts';
import { observeDisk } from './observe/disk-metrics.ts';
import { noteChainHead } from './observe/note-chain-head.ts';
import { openLog } from './observe/open-log.ts';
import { observeEngines } from './observe/pipeline-metrics.ts';
import { type Running, run } from './run.ts';
import { type ServiceParts, serviceParts } from './service-parts.ts';
import { configuredAdmin } from './settings/admin-credentials.ts';
import { readSettings, type Settings, SettingsError } from './settings/settings.ts';

export type Service = {
  readonly needs: Needs;
  /** Absent if the service has no calls of its own. */
  readonly answer?: Answer;
  readonly onServer?: (server: Server) => Promise<void>;
  stop(): Promise<void>;
};

/** Embedded engines belong to one process. Separate services need engines they can share. */
const requireShared = ({ eventstoreUri, mongodbUri, kafkaBrokers }: Settings): void => {
  const missing = [
    ...(eventstoreUri === undefined ? ['EVENTSTORE_URI'] : []),
    ...(mongodbUri === undefined ? ['MONGODB_URI'] : []),
    ...(kafkaBrokers === undefined ? ['KAFKA_BROKERS'] : []),
  ];
  if (missing.length > 0)
    throw new SettingsError(`A service that runs by itself needs shared engines: ${missing.join(', ')} is missing`);
};

/** Milliseconds in which a proxy, even on a busy machine, uses each of its connections once more. */
const LINGER_MS = 2000;

/** Runs one service as a separate process, with health, readiness and metrics. */
export const runService = (name: string, start: (parts: ServiceParts) => Promise<Service>): Promise<void> =>
  run(async (): Promise<Running> => {
    const settings = readSettings(process.env, {
      sendsSms: name === 'command-service',
      answersPeople: name !== 'projections',
    });
    requireShared(settings);
    const health = await Health.listen(settings);
    const { log, flush, dropped } = openLog(settings);
    const engines = await openEngines(settings, log);
    const parts = serviceParts({ settings, engines, log }, configuredAdmin(settings));
    const stopNotes = await noteChainHead(engines.eventLog, log);
    const service = await start(parts);
    const server = createHttpServer((request, response) => {
      if (health.answer(request, response)) return;
      if (service.answer !== undefined) return service.answer(request, response);
      response.writeHead(404).end();
    });
    await service.onServer?.(server);
    guardRequests(server, parts.publicEndpoint);
    await health.freePort();
    const port = await listen(server, settings.port, settings.host);
    observeEngines(parts.metrics.registry, engines);
    observeDisk(parts.metrics.registry, settings.dataDir, { dropped });
    health.started({ ready: readinessOf(engines, service.needs), registry: parts.metrics.registry });
    process.stdout.write(`Quorum ${name} runs on port ${port}\n`);
    return {
      stop: async () => {
        health.draining();
        const drained = drain(server, 5000, LINGER_MS);
        await service.stop();
        await drained;
        await health.close();
        await stopNotes();
        await engines.close();
        flush();
      },
    };
  });
