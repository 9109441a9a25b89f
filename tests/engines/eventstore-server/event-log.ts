import type { Journal } from './journal.ts';
import type { ProposedEvent, StoredEvent } from './stored-event.ts';

/** The revision that an appender expects: a number, or one of two of the client's words. */
export type Expected = bigint | 'any' | 'no_stream';

export type AppendResult =
  | { readonly kind: 'success'; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly kind: 'wrong-expected-version'; readonly actual: bigint | undefined }
  | { readonly kind: 'stream-deleted' };

/** The revision of a tombstone: the largest 64-bit integer. */
const END_OF_STREAM = 9_223_372_036_854_775_807n;

const NONE = -1n;

const encoder = new TextEncoder();

type Listener = (events: readonly StoredEvent[]) => void;

/** The events in memory, and the rules by which the observed server accepts or refuses appends and deletions. */
export class EventLog {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #tombstones = new Set<string>();
  readonly #truncatedBefore = new Map<string, bigint>();
  readonly #listeners = new Set<Listener>();
  readonly #journal: Journal | undefined;
  // A real log begins with a record that is no event.
  #end = 126n;

  constructor(journal?: Journal) {
    this.#journal = journal;
    for (const events of journal?.load() ?? []) this.#apply(events);
  }

  /** Called after every write with the new events, in log order. Returns how to stop it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isTombstoned(stream: string): boolean {
    return this.#tombstones.has(stream);
  }

  /** The stream's visible events; undefined if it was never written. */
  visible(stream: string): readonly StoredEvent[] | undefined {
    const from = this.#truncatedBefore.get(stream) ?? 0n;
    const events = this.#streams.get(stream);
    return from === 0n ? events : events?.filter((event) => event.revision >= from);
  }

  append(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): AppendResult {
    if (this.isTombstoned(stream)) return { kind: 'stream-deleted' };
    const current = this.#revisionOf(stream);

    const repeated = this.#repeated(stream, expected, proposed);
    if (repeated) return repeated;

    if (!holds(expected, current)) {
      return { kind: 'wrong-expected-version', actual: current === NONE ? undefined : current };
    }
    if (proposed.length === 0) return { kind: 'success', revision: current, position: undefined };

    const first = current + 1n;
    const last = this.#write(
      proposed.map((event, index) => ({ ...event, stream, revision: first + BigInt(index) })),
    ).at(-1);
    return { kind: 'success', revision: first + BigInt(proposed.length) - 1n, position: last?.position };
  }

  /** Hard deletion: the stream refuses every later append and read. @returns its position */
  tombstone(stream: string): bigint | undefined {
    const event = { ...systemEvent('$streamDeleted', ''), contentType: 'application/octet-stream' };
    return this.#write([{ ...event, stream, revision: END_OF_STREAM }])[0]?.position;
  }

  /** Every start of a server leaves a system event in the log. */
  writeEpoch(): void {
    const stream = '$epoch-information';
    this.#write([{ ...systemEvent(stream, '{}'), stream, revision: this.#revisionOf(stream) + 1n }]);
  }

  /**
   * An append whose ids are all stored where it would put them gets the first answer again. If it expects the current revision, nothing
   * can be stored behind it, so the same ids are written again.
   */
  #repeated(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): AppendResult | undefined {
    if (expected === 'any' || proposed.length === 0) return undefined;
    const before = expected === 'no_stream' ? NONE : expected;
    const events = this.#streams.get(stream) ?? [];
    const first = Number(before + 1n);
    if (proposed.some(({ id }, index) => events[first + index]?.id !== id)) return undefined;
    const last = events[first + proposed.length - 1];
    return last && { kind: 'success', revision: last.revision, position: last.position };
  }

  #revisionOf(stream: string): bigint {
    return this.#streams.get(stream)?.at(-1)?.revision ?? NONE;
  }

  #write(unplaced: readonly Unplaced[]): readonly StoredEvent[] {
    const created = Date.now();
    let end = this.#end;
    const events = unplaced.map((event): StoredEvent => {
      const position = end;
      end += sizeOf(event);
      return { ...event, position, end, created };
    });
    this.#journal?.write(events);
    this.#apply(events);
    for (const listener of this.#listeners) listener(events);
    return events;
  }

  #apply(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.#end = event.end;
      if (event.revision === END_OF_STREAM) {
        this.#tombstones.add(event.stream);
        continue;
      }
      const stream = this.#streams.get(event.stream);
      if (stream) stream.push(event);
      else this.#streams.set(event.stream, [event]);
      if (event.stream.startsWith('$$')) this.#truncatedBefore.set(event.stream.slice(2), truncateBefore(event));
    }
  }
}

type Unplaced = ProposedEvent & { readonly stream: string; readonly revision: bigint };

function holds(expected: Expected, current: bigint): boolean {
  if (expected === 'any') return true;
  if (expected === 'no_stream') return current === NONE;
  return expected === current;
}

/** Of a stream's metadata only `$tb` is imitated. Its value may exceed the range of a JSON number. */
function truncateBefore({ data }: StoredEvent): bigint {
  return BigInt(/"\$tb"\s*:\s*(\d+)/.exec(new TextDecoder().decode(data))?.[1] ?? 0);
}

const systemEvent = (type: string, data: string): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: encoder.encode(data),
  metadata: new Uint8Array(),
});

/** Positions of a real log are byte offsets in its file; any growth that differs between events will do. */
function sizeOf({ stream, type, data, metadata }: Unplaced): bigint {
  return BigInt(70 + encoder.encode(stream + type).length + data.length + metadata.length);
}
