import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = {
  readonly registry: Registry;
  readonly observeRequest: (route: string, status: number, seconds: number) => void;
};

/**
 * Milliseconds between samples of the event loop's delay; the percentiles of `nodejs_eventloop_lag` include them. Each sample wakes
 * the process. Every 10 ms, as by default, cost 0.5 % of a core.
 */
export const EVENT_LOOP_SAMPLE_MS = 100;

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const requests = new Histogram({
    name: 'quorum_request_duration_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
  };
};
