import type { Journal } from './journal.ts';
import type { ProposedEvent, StoredEvent } from './stored-event.ts';

/** The revision that an appender expects: a number, or one of the client's three words. */
export type Expected = bigint | 'any' | 'no_stream' | 'stream_exists';

export type AppendResult =
  | { readonly kind: 'success'; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly kind: 'wrong-expected-version'; readonly actual: bigint | undefined }
  | { readonly kind: 'stream-deleted' };

/** The revision of a tombstone, and the `$tb` (truncate before) of a soft-deleted stream: the largest 64-bit integer. */
export const END_OF_STREAM = 9_223_372_036_854_775_807n;

const NONE = -1n;

const encoder = new TextEncoder();

type Listener = (events: readonly StoredEvent[]) => void;

/** The events in memory, and the rules by which the observed server accepts or refuses appends and deletions. */
export class EventLog {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #tombstones = new Set<string>();
  readonly #truncatedBefore = new Map<string, bigint>();
  readonly #byId = new Map<string, StoredEvent>();
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

  /** The stream's visible events; undefined if it was never written or is soft-deleted. */
  visible(stream: string): readonly StoredEvent[] | undefined {
    const from = this.#truncatedBefore.get(stream) ?? 0n;
    const events = this.#streams.get(stream);
    if (!events || from === END_OF_STREAM) return undefined;
    return from === 0n ? events : events.filter((event) => event.revision >= from);
  }

  /** The revision of the stream's first visible event, present or future. */
  firstVisibleRevision(stream: string): bigint {
    const from = this.#truncatedBefore.get(stream) ?? 0n;
    return from === END_OF_STREAM ? this.#revisionOf(stream) + 1n : from;
  }

  append(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): AppendResult {
    if (this.isTombstoned(stream)) return { kind: 'stream-deleted' };
    const current = this.#revisionOf(stream);

    const repeated = this.#repeated(stream, expected, current, proposed);
    if (repeated) return repeated;

    const softDeleted = this.#truncatedBefore.get(stream) === END_OF_STREAM;
    if (!holds(expected, current) && !(softDeleted && expected === 'no_stream')) {
      return { kind: 'wrong-expected-version', actual: current === NONE ? undefined : current };
    }
    if (proposed.length === 0) return { kind: 'success', revision: current, position: undefined };

    const first = current + 1n;
    const revived = softDeleted ? [metadataEvent(`{"$tb":${first}}`)] : [];
    const written = this.#write([
      ...proposed.map((event, index) => ({ ...event, stream, revision: first + BigInt(index) })),
      ...revived.map((event) => ({ ...event, stream: `$$${stream}`, revision: this.#revisionOf(`$$${stream}`) + 1n })),
    ]);
    const last = written[proposed.length - 1];
    return { kind: 'success', revision: first + BigInt(proposed.length) - 1n, position: last?.position };
  }

  /** Soft deletion: the stream reads as missing, and its revisions continue with the next append. */
  delete(stream: string, expected: Expected): AppendResult {
    return this.#unless(stream, expected, () => {
      const metadataStream = `$$${stream}`;
      const revision = this.#revisionOf(metadataStream) + 1n;
      return [{ ...metadataEvent(`{"$tb":${END_OF_STREAM}}`), stream: metadataStream, revision }];
    });
  }

  /** Hard deletion: the stream refuses every later append and read. */
  tombstone(stream: string, expected: Expected): AppendResult {
    return this.#unless(stream, expected, () => [
      {
        ...systemEvent('$streamDeleted', ''),
        contentType: 'application/octet-stream',
        stream,
        revision: END_OF_STREAM,
      },
    ]);
  }

  /** Every start of a server leaves a system event in the log. */
  writeEpoch(): void {
    const stream = '$epoch-information';
    this.#write([{ ...systemEvent(stream, '{}'), stream, revision: this.#revisionOf(stream) + 1n }]);
  }

  #unless(stream: string, expected: Expected, events: () => readonly Unplaced[]): AppendResult {
    if (this.isTombstoned(stream)) return { kind: 'stream-deleted' };
    const current = this.#revisionOf(stream);
    if (!holds(expected, current)) {
      return { kind: 'wrong-expected-version', actual: current === NONE ? undefined : current };
    }
    return { kind: 'success', revision: current, position: this.#write(events())[0]?.position };
  }

  /**
   * An append whose ids are all stored where it would put them gets the first answer again. If it expects the current revision, nothing
   * can be stored behind it, so the same ids are written again.
   */
  #repeated(
    stream: string,
    expected: Expected,
    current: bigint,
    proposed: readonly ProposedEvent[],
  ): AppendResult | undefined {
    if (expected === 'stream_exists' || proposed.length === 0) return undefined;
    if (expected === 'any') {
      const stored = proposed.map(({ id }) => this.#byId.get(id)).filter((event) => event?.stream === stream);
      const last = stored.at(-1);
      if (!last || this.#byId.get(proposed[0]?.id ?? '')?.stream !== stream) return undefined;
      return stored.length === proposed.length
        ? { kind: 'success', revision: last.revision, position: last.position }
        : { kind: 'wrong-expected-version', actual: current };
    }
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
      this.#byId.set(event.id, event);
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
  if (expected === 'stream_exists') return current !== NONE;
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

const metadataEvent = (data: string): ProposedEvent => systemEvent('$metadata', data);

/** Positions of a real log are byte offsets in its file; any growth that differs between events will do. */
function sizeOf({ stream, type, data, metadata }: Unplaced): bigint {
  return BigInt(70 + encoder.encode(stream + type).length + data.length + metadata.length);
}
