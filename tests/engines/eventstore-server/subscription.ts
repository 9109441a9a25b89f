import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { indexAfter } from './all-stream.ts';
import type { EventLog } from './event-log.ts';
import { callErrors, checkpointResponse, confirmationResponse, eventResponse, eventTest } from './messages.ts';
import type { ReadCall } from './read-call.ts';
import type { StoredEvent } from './stored-event.ts';

/** A filter's default window. */
const DEFAULT_SEARCH_WINDOW = 32;

/** Events that may wait for a live subscriber whose connection is full, as in a real server. */
const LIVE_BUFFER = 32;

/** One subscription to `$all`. It catches up at the client's pace; once live, it drops a client that falls behind. */
export class Subscription {
  readonly #call: ReadCall;
  readonly #log: EventLog;
  readonly #matches: (event: StoredEvent) => boolean;
  /** Events from one checkpoint to the next; undefined without a filter, which has no checkpoints. */
  readonly #checkpointInterval: number | undefined;
  readonly #stopListening: () => void;
  #next: number;
  #considered = 0;
  #live = false;
  #waiting = 0;
  #blocked = false;
  #stalled = false;
  #ended = false;

  constructor(call: ReadCall, log: EventLog) {
    const options = call.request.getOptions() ?? new streamsPb.ReadReq.Options();
    const filter = options.getFilter();
    this.#call = call;
    this.#log = log;
    this.#matches = eventTest(filter);
    this.#checkpointInterval = filter && checkpointInterval(filter);
    this.#next = firstIndexOf(options, log);
    this.#stopListening = log.listen((events) => this.#onAppended(events));
    call.on('drain', () => {
      this.#blocked = false;
      this.#stalled = false;
      this.#pump();
    });
    call.on('cancelled', () => this.#end());
    call.on('close', () => this.#end());
  }

  start(): void {
    this.#call.write(confirmationResponse(crypto.randomUUID()));
    this.#pump();
  }

  #onAppended(events: readonly StoredEvent[]): void {
    if (this.#live) this.#waiting += events.filter(this.#matches).length;
    if (this.#live && this.#stalled && this.#waiting > LIVE_BUFFER) {
      this.#end();
      this.#call.emit('error', callErrors.consumerTooSlow());
      return;
    }
    this.#pump();
  }

  #pump(): void {
    while (!this.#ended && !this.#blocked) {
      const event = this.#log.events[this.#next];
      if (!event) {
        this.#live = true;
        return;
      }
      this.#next += 1;
      if (this.#matches(event)) {
        if (this.#live) this.#waiting -= 1;
        this.#write(eventResponse(event));
      }
      this.#considerCheckpoint(event);
    }
  }

  #considerCheckpoint({ position, end }: StoredEvent): void {
    if (this.#checkpointInterval === undefined) return;
    this.#considered += 1;
    if (this.#considered < this.#checkpointInterval) return;
    // The count of the catch-up continues with the live events.
    if (!this.#live && this.#next === this.#log.events.length) return;
    this.#considered = 0;
    const checkpoint = this.#live ? { commit: position, prepare: position } : { commit: end, prepare: 0n };
    this.#write(checkpointResponse(checkpoint));
  }

  #write(response: Parameters<ReadCall['write']>[0]): void {
    if (this.#call.write(response) || this.#blocked) return;
    this.#blocked = true;
    // A burst fills the buffer for a moment although the client keeps up. Only a connection that is still full after the
    // event loop had its turns belongs to a client that is slow.
    setImmediate(() => setImmediate(() => setImmediate(() => (this.#stalled = this.#blocked))));
  }

  #end(): void {
    this.#ended = true;
    this.#stopListening();
  }
}

function checkpointInterval(filter: ReadReq.Options.FilterOptions): number {
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  return window * filter.getCheckpointintervalmultiplier();
}

/** A position is exclusive. */
function firstIndexOf(options: ReadReq.Options, log: EventLog): number {
  const all = options.getAll();
  if (all?.hasEnd()) return log.events.length;
  const position = all?.getPosition();
  if (!position) return 0;
  const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())];
  return indexAfter(log.events, { commit, prepare });
}
