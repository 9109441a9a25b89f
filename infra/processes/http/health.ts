import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerOperations, type MetricsAccess, type Operations } from '@quorum/service-kit/http/operations.ts';
import { Registry } from 'prom-client';
import type { Settings } from '../settings/settings.ts';
import { listen } from './http-server.ts';

type Configured = Pick<Settings, 'production' | 'host' | 'port' | 'metricsPort' | 'metricsToken'>;
type Started = Pick<Operations, 'ready' | 'registry'>;

const notReady =
  (what: string): Operations['ready'] =>
  async () => ({ needed: { process: what }, others: {} });

/** Who may read the metrics on the product's own port: in production nobody, unless a token is set. */
const accessOf = ({ production, metricsPort, metricsToken }: Configured): MetricsAccess => {
  if (metricsPort !== undefined) return 'closed';
  if (metricsToken !== undefined) return { token: metricsToken };
  return production ? 'closed' : 'open';
};

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Health, readiness and metrics, from before the engines are open until the process has stopped: a process that waits for an
 * engine is alive, but not ready. They have a port of their own if configured. Otherwise they use the product's, which is free
 * once the product wants to listen.
 */
export class Health {
  readonly #access: MetricsAccess;
  readonly #server: Server;
  readonly #hasOwnPort: boolean;
  #started: Started = { ready: notReady('waits for its engines'), registry: new Registry() };

  static async listen(settings: Configured): Promise<Health> {
    const health = new Health(settings);
    await listen(health.#server, settings.metricsPort ?? settings.port, settings.host);
    return health;
  }

  private constructor(settings: Configured) {
    const { metricsPort, metricsToken } = settings;
    this.#access = accessOf(settings);
    this.#hasOwnPort = metricsPort !== undefined;
    const own: MetricsAccess = metricsToken === undefined ? 'open' : { token: metricsToken };
    const access = this.#hasOwnPort ? own : this.#access;
    this.#server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
      if (!this.#answer(request, response, access)) response.writeHead(this.#hasOwnPort ? 404 : 503).end();
    });
  }

  /** Answers on the product's port. @returns false for other requests. */
  readonly answer = (request: IncomingMessage, response: ServerResponse): boolean =>
    this.#answer(request, response, this.#access);

  started(started: Started): void {
    this.#started = started;
  }

  /** The product is about to listen. */
  async freePort(): Promise<void> {
    if (!this.#hasOwnPort) await closed(this.#server);
  }

  /** The process ends: nothing more should be sent to it. */
  draining(): void {
    this.#started = { ...this.#started, ready: notReady('is being stopped') };
  }

  async close(): Promise<void> {
    if (this.#server.listening) await closed(this.#server);
  }

  #answer(request: IncomingMessage, response: ServerResponse, metrics: MetricsAccess): boolean {
    return answerOperations(request, response, { ...this.#started, metrics });
  }
}
