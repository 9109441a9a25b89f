import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { composeQueryService } from '@quorum/infra/processes/compose-query-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { serviceParts } from '@quorum/infra/processes/service-parts.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { pino } from 'pino';
import { type Product, startProduct } from './product.ts';

type Environment = Readonly<Record<string, string>>;

/** A product, and a second query service with its own sessions and sockets on the same stores. */
export const startWithSecondQueries = async (environment: Environment = {}, clock?: Clock) => {
  let shared: Engines | undefined;
  const product: Product = await startProduct(environment, clock, (engines) => {
    shared = engines;
    return engines;
  });
  const settings = readSettings({
    DATA_DIR: product.dataDir,
    TRUST_PROXY: 'true',
    REQUEST_RATE: '100000',
    MESSAGE_RATE: '100000',
    ...environment,
  });
  const parts = { settings, engines: shared as Engines, log: pino({ level: 'silent' }), ...(clock && { clock }) };
  const queries = await composeQueryService(serviceParts(parts, undefined));
  const server = createServer(queries.app.callback());
  await queries.listen(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    product,
    /** The second one. It answers queries only. */
    other: { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    stop: async () => {
      await queries.stop();
      server.closeAllConnections();
      server.close();
      await product.stop();
    },
  };
};
