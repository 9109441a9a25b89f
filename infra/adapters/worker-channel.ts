import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type MessagePort, Worker } from 'node:worker_threads';
import { messageOf } from '@quorum/service-kit/message-of.ts';

/**
 * Entry points of worker threads, by name, relative to this file. A bundle contains each as `workers/{name}.js` in the folder of
 * the file that contains this module.
 */
export const workerEntries = {
  'sqlite-checkpoints': './sqlite-checkpoints.worker.ts',
  'sqlite-event-log': './event-log/sqlite/sqlite-event-log.worker.ts',
  'sqlite-finder': './read-store/sqlite/sqlite-finder.worker.ts',
  'sqlite-key-store': './key-store/sqlite-key-store.worker.ts',
  'sqlite-read-store': './read-store/sqlite/sqlite-read-store.worker.ts',
} as const;

export type WorkerName = keyof typeof workerEntries;

const compiledWorkers = new Map<WorkerName, string>();

/** The text of a worker as JavaScript, for tests and development. A loader of TypeScript would start far more slowly. */
const compiled = (name: WorkerName): string => {
  const known = compiledWorkers.get(name);
  if (known !== undefined) return known;
  // Only the sources need it, so the product is installed without it.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(workerEntries[name], import.meta.url))],
    bundle: true,
    external: ['better-sqlite3-multiple-ciphers'],
    platform: 'node',
    logLevel: 'error',
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join('');
  compiledWorkers.set(name, text);
  return text;
};

/** Starts a worker from the bundle, or from the TypeScript sources. */
export const startWorker = (name: WorkerName, workerData: unknown): Worker =>
  import.meta.url.endsWith('.ts')
    ? new Worker(compiled(name), { eval: true, workerData, execArgv: [] })
    : new Worker(new URL(`./workers/${name}.js`, import.meta.url), { workerData });

/** A worker's messages: that it is open, why it cannot be, or one reply per request of a batch. */
type FromWorker<Reply> =
  | { readonly ready: true }
  | { readonly refused: string }
  | { readonly replies: readonly Reply[]; readonly took: number };

const longestBatches = new Map<WorkerName, number>();

/** The longest time, in milliseconds, that each kind of worker has spent on one batch since the last call. */
export const takeLongestBatches = (): ReadonlyMap<WorkerName, number> => {
  const taken = new Map(longestBatches);
  for (const name of longestBatches.keys()) longestBatches.set(name, 0);
  return taken;
};

/** The worker could not be started, or died with the request: whether it was carried out is unknown. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

type Pending<Request, Reply> = {
  readonly request: Request;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Sends requests to a worker in batches. While one batch is in flight, new requests wait and form the next. The slower the disk,
 * the more requests share one flush. A dead worker is restarted by the next request.
 */
export class WorkerChannel<Request, Reply> {
  readonly #name: WorkerName;
  readonly #workerData: unknown;
  readonly #gathers: boolean;
  #worker: Worker | undefined;
  /** Started last. One that was replaced may still end. */
  #newest: Worker | undefined;
  #starting: Promise<void> | undefined;
  #waiting: Pending<Request, Reply>[] = [];
  #inFlight: Pending<Request, Reply>[] = [];
  #flushPlanned = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /** @param gathers whether a request waits for others of the same turn of the event loop, for callers that wake together. */
  constructor(name: WorkerName, workerData: unknown, { gathers = true } = {}) {
    this.#name = name;
    this.#workerData = workerData;
    this.#gathers = gathers;
  }

  /** @throws WorkerLostError with the worker's message if it cannot open its file. */
  async start(): Promise<void> {
    this.#starting ??= this.#launch().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    await this.#starting;
  }

  send(request: Request): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new WorkerLostError('closed'));
        return;
      }
      this.#waiting.push({ request, resolve, reject });
      this.#planFlush();
    });
  }

  /** Waits for what was sent, then stops the worker. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting.length + this.#inFlight.length > 0)
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage(null);
    await ended;
  }

  #planFlush(): void {
    if (this.#flushPlanned || this.#inFlight.length > 0) return;
    if (!this.#gathers) {
      this.#flush();
      return;
    }
    this.#flushPlanned = true;
    setImmediate(() => {
      this.#flushPlanned = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#inFlight.length > 0) return;
    this.#inFlight = this.#waiting;
    this.#waiting = [];
    if (this.#worker !== undefined) {
      this.#worker.postMessage(this.#inFlight.map((pending) => pending.request));
      return;
    }
    this.start().then(
      () => this.#worker?.postMessage(this.#inFlight.map((pending) => pending.request)),
      (error: Error) => this.#lose(error),
    );
  }

  #launch(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = startWorker(this.#name, this.#workerData);
      this.#newest = worker;
      let lastError: Error | undefined;
      worker.on('message', (message: FromWorker<Reply>) => {
        if ('replies' in message) this.#settle(message);
        else if ('ready' in message) {
          this.#worker = worker;
          resolve();
        } else reject(new WorkerLostError(message.refused));
      });
      worker.on('error', (error: Error) => {
        lastError = error;
      });
      worker.on('exit', () => {
        const error = new WorkerLostError(lastError?.message ?? 'the worker ended', { cause: lastError });
        reject(error);
        if (this.#newest !== worker) return;
        this.#worker = undefined;
        this.#starting = undefined;
        this.#lose(error);
      });
    });
  }

  #settle({ replies, took }: Extract<FromWorker<Reply>, { took: number }>): void {
    longestBatches.set(this.#name, Math.max(took, longestBatches.get(this.#name) ?? 0));
    const settled = this.#inFlight;
    this.#inFlight = [];
    for (const [index, pending] of settled.entries()) pending.resolve(replies[index] as Reply);
    this.#afterBatch();
  }

  #lose(error: Error): void {
    const lost = this.#inFlight;
    this.#inFlight = [];
    for (const pending of lost) pending.reject(error);
    this.#afterBatch();
  }

  #afterBatch(): void {
    if (this.#waiting.length > 0) {
      this.#planFlush();
      return;
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/**
 * The worker's side: answers every batch until it receives `null`.
 * @param open opens the file; `start` on the other side throws its error.
 */
export const serveWorker = <Request, Reply>(
  port: MessagePort,
  open: () => { handle: (batch: readonly Request[]) => readonly Reply[]; close: () => void },
): void => {
  let service: ReturnType<typeof open>;
  try {
    service = open();
  } catch (error) {
    port.postMessage({ refused: messageOf(error) });
    port.close();
    return;
  }
  port.on('message', (batch: readonly Request[] | null) => {
    if (batch === null) {
      service.close();
      port.close();
      return;
    }
    const start = performance.now();
    const replies = service.handle(batch);
    port.postMessage({ replies, took: performance.now() - start });
  });
  port.postMessage({ ready: true });
};
