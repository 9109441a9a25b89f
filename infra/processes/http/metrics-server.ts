import { createServer } from 'node:http';
import { answerOperations, type MetricsAccess, type Operations } from '@quorum/service-kit/http/operations.ts';
import type { Settings } from '../settings/settings.ts';
import { listen } from './http-server.ts';

type Configured = Pick<Settings, 'production' | 'host' | 'metricsPort' | 'metricsToken'>;

/** Who may read the metrics on the product's own port: in production nobody, unless a token is set. */
export const metricsAccess = ({ production, metricsPort, metricsToken }: Configured): MetricsAccess => {
  if (metricsPort !== undefined) return 'closed';
  if (metricsToken !== undefined) return { token: metricsToken };
  return production ? 'closed' : 'open';
};

/** Serves metrics and health on a separate port if configured. @returns a function that stops it. */
export const startMetricsServer = async (
  settings: Configured,
  operations: Omit<Operations, 'metrics'>,
): Promise<() => Promise<void>> => {
  const { host, metricsPort, metricsToken } = settings;
  if (metricsPort === undefined) return async () => {};
  const metrics: MetricsAccess = metricsToken === undefined ? 'open' : { token: metricsToken };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    if (!answerOperations(request, response, { ...operations, metrics })) response.writeHead(404).end();
  });
  await listen(server, metricsPort, host);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
};
