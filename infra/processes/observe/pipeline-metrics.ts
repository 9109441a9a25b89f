import type { ProcessManagerRunner } from '@quorum/command-service/process-managers/runner.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import type { Gateway } from '@quorum/query-service/gateway/gateway.ts';
import { checkReadiness } from '@quorum/service-kit/http/operations.ts';
import { singleFlight } from '@quorum/service-kit/single-flight.ts';
import { Gauge, type Registry } from 'prom-client';
import { takeLongestBatches } from '../../adapters/worker-channel.ts';
import type { Engines } from '../engines/open-engines.ts';
import { engineChecks } from '../http/readiness.ts';

type Observed = {
  readonly models?: Projections;
  readonly gateway?: Gateway;
  readonly processManagers?: ProcessManagerRunner;
};

/** A value that cannot be read now is NaN: an error would withhold all metrics, and with them which engine is away. */
const gauge = (registry: Registry, name: string, help: string, read: () => number | Promise<number>): void => {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await Promise.resolve(read()).catch(() => Number.NaN));
    },
  });
};

/** Metrics of the pipeline behind the requests. */
export const observePipeline = (registry: Registry, { models, gateway, processManagers }: Observed): void => {
  if (models !== undefined) {
    // All gauges are read together.
    const status = singleFlight(() => models.status());
    for (const unit of ['events', 'bytes'] as const) {
      const help = `Of the log, not yet in the read models; in ${unit}, where the log knows those.`;
      gauge(registry, `quorum_projection_lag_${unit}`, help, async () => {
        const { lag } = await status();
        return lag.unit === unit ? lag.count : Number.NaN;
      });
    }
    gauge(
      registry,
      'quorum_projection_lag_seconds',
      'Age of the oldest event not yet in the read models.',
      async () => (await status()).lagSeconds,
    );
    gauge(
      registry,
      'quorum_parked_events',
      'Events that a projection could not process.',
      async () => (await status()).parked,
    );
  }
  if (gateway !== undefined) {
    gauge(registry, 'quorum_connected_sockets', 'Open realtime connections.', () => gateway.connections());
    gauge(registry, 'quorum_followed_audiences', 'Persons and groups that changes are watched for.', () =>
      gateway.followed(),
    );
    gauge(registry, 'quorum_deliveries', 'Frames sent to rooms or sockets since the start.', () => gateway.delivered());
  }
  if (processManagers !== undefined) {
    gauge(
      registry,
      'quorum_process_manager_queue_depth',
      'Events that process managers are working on.',
      () => processManagers.status().inFlight,
    );
    gauge(registry, 'quorum_parked_reactions', 'Events that a process manager could not process.', () =>
      processManagers.parked(),
    );
  }
};

/** A call to an embedded engine waits for the batch that its thread works on. */
export const observeThreads = (registry: Registry): void => {
  new Gauge({
    name: 'quorum_thread_longest_batch_seconds',
    help: 'Longest time that a thread of an embedded engine has spent on one batch since the last reading.',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      for (const [thread, milliseconds] of takeLongestBatches()) this.set({ thread }, milliseconds / 1_000);
    },
  });
};

/** Says of each engine whether it answers, because a process that does not need it stays ready. */
export const observeEngines = (registry: Registry, engines: Engines): void => {
  new Gauge({
    name: 'quorum_engine_up',
    help: '1 if the engine answers, 0 if not.',
    labelNames: ['engine'],
    registers: [registry],
    async collect() {
      const { needed } = await checkReadiness(engineChecks(engines), {});
      for (const [engine, answer] of Object.entries(needed)) this.set({ engine }, answer === true ? 1 : 0);
    },
  });
};
