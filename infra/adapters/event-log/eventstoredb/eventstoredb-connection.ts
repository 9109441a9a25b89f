import {
  type AllStreamSubscription,
  type AppendResult,
  type AppendToStreamOptions,
  type EventData,
  EventStoreDBClient,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import type { ServerEvent } from './eventstoredb-format.ts';

/** Milliseconds of silence after which a call is ended and, if nothing else arrived, the connection with it. */
const IDLE_TIMEOUT_MS = 2_500;

/** Keep-alives detect a dead idle connection within 13 s; a call detects it after `IDLE_TIMEOUT_MS`. Each node gets one second. */
const DEFAULTS = 'keepAliveInterval=10000&keepAliveTimeout=3000&gossipTimeout=1';

/** The client takes the last of several values: the operator overrides the defaults, but cannot have conflicts hidden. */
const completed = (uri: string): string => {
  const [, hosts = '', options] = /^(.*?)(?:\?([^?@]*))?$/s.exec(uri.trim()) ?? [];
  return `${hosts}?${[DEFAULTS, options, 'throwOnAppendFailure=true'].filter(Boolean).join('&')}`;
};

/** Internals of the client. In version 6.2.1 they can throw uncaught errors, which end the process. */
type ClientInternals = {
  supports: () => Promise<boolean>;
  handleError: (grpcClient: unknown, error: Error) => Promise<void>;
  getGRPCClient: () => Promise<unknown>;
  createChannel: () => Promise<{ close(): void }>;
};

type Opened = {
  readonly client: EventStoreDBClient;
  /** Frees the channel, which gRPC otherwise keeps. Calls that begin later fail. */
  close(): void;
};

const open = (uri: string): Opened => {
  const client = EventStoreDBClient.connectionString(completed(uri));
  const internals = client as unknown as ClientInternals;
  const { handleError, createChannel } = internals;
  let channel: ReturnType<typeof createChannel> | undefined;
  // Makes every append a separate call. On the shared stream, a failure of one connection fails the appends of others.
  internals.supports = async () => false;
  // The search for the leader that it waits for may fail. The call that began it reports that.
  internals.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => {});
  internals.createChannel = () => {
    channel = createChannel();
    return channel;
  };
  const close = (): void => {
    // An append that begins on a closed channel throws. One that waits for the channel begins before it is closed.
    internals.getGRPCClient = async () => {
      throw new LogUnavailableError('The connection to EventStoreDB is closed.');
    };
    channel?.then(
      (opened) => setImmediate(() => opened.close()),
      () => {},
    );
  };
  return { client, close };
};

type ServerStream = StreamingRead<ResolvedEvent> | AllStreamSubscription;

type Connected = Opened & {
  /** Reads and subscriptions under way. */
  readonly streams: Set<ServerStream>;
  /** When the server last said something to a call. */
  lastActive: number;
};

/** Ends a stream here with an error, and on the server too. */
const end = (stream: ServerStream, error: Error): void => {
  stream.destroy(error);
  const ended = 'cancel' in stream ? stream.cancel() : stream.unsubscribe();
  // The connection may be gone already.
  ended.catch(() => {});
};

const silent = (): LogUnavailableError => new LogUnavailableError('EventStoreDB does not answer.');

/**
 * The connection to the leader. The client looks for another leader only if a node refuses or breaks a connection. A node that
 * hangs does neither, so a silent connection is replaced by a new one, and everything on it fails.
 */
export class ServerConnection {
  readonly #uri: string;
  #current: Connected;

  constructor(uri: string) {
    this.#uri = uri;
    this.#current = this.#connect();
  }

  async append(stream: string, events: EventData[], options: AppendToStreamOptions): Promise<AppendResult> {
    const [at, began] = [this.#current, Date.now()];
    // Must be shorter than the client's own deadline, which would leave the silent connection in place.
    const appending = at.client.appendToStream(stream, events, { ...options, deadline: IDLE_TIMEOUT_MS + 500 });
    const result = await withTimeout(IDLE_TIMEOUT_MS, appending, () => {
      this.#replaceIfSilent(at, began);
      return silent();
    });
    at.lastActive = Date.now();
    return result;
  }

  /** Reads to the end. */
  async read(begin: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>): Promise<ServerEvent[]> {
    const [at, began] = [this.#current, Date.now()];
    const stream = this.#opened(at, begin(at.client));
    const timer = setTimeout(() => {
      end(stream, silent());
      this.#replaceIfSilent(at, began);
    }, IDLE_TIMEOUT_MS);
    const events: ServerEvent[] = [];
    try {
      for await (const { event } of stream) {
        timer.refresh();
        at.lastActive = Date.now();
        if (event !== undefined) events.push(event as ServerEvent);
      }
      at.lastActive = Date.now();
      return events;
    } finally {
      clearTimeout(timer);
    }
  }

  subscribe(begin: (client: EventStoreDBClient) => AllStreamSubscription): AllStreamSubscription {
    return this.#opened(this.#current, begin(this.#current.client));
  }

  async dispose(): Promise<void> {
    await this.#current.client.dispose();
    this.#current.close();
  }

  #connect(): Connected {
    return { ...open(this.#uri), streams: new Set(), lastActive: 0 };
  }

  #opened<S extends ServerStream>(at: Connected, stream: S): S {
    at.streams.add(stream);
    stream.on('close', () => at.streams.delete(stream));
    // A late error without a listener would crash the process.
    stream.on('error', () => {});
    return stream;
  }

  #replaceIfSilent(at: Connected, since: number): void {
    if (at !== this.#current || at.lastActive > since) return;
    this.#current = this.#connect();
    for (const stream of at.streams) end(stream, silent());
    at.close();
  }
}
