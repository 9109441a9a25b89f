import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { indexFrom } from './all-stream.ts';
import type { EventLog } from './event-log.ts';
import { callErrors, eventResponse, streamNameOf, streamNotFoundResponse } from './messages.ts';
import type { StoredEvent } from './stored-event.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

const { FORWARDS } = streamsPb.ReadReq.Options.ReadDirection;

/** Answers a read of `$all` or of a stream, from an inclusive start, as fast as the client reads it. */
export async function answerRead(call: ReadCall, log: EventLog): Promise<void> {
  const options = call.request.getOptions() ?? new streamsPb.ReadReq.Options();
  const stream = options.getStream();
  const name = streamNameOf(stream?.getStreamIdentifier());
  if (stream && log.isTombstoned(name)) {
    call.emit('error', callErrors.streamDeleted(name));
    return;
  }
  const events = stream ? eventsOfStream(log.visible(name), options, stream) : eventsOfAll(log, options);
  if (events) await writeEvents(call, events, Number(options.getCount()));
  else call.write(streamNotFoundResponse(name));
  call.end();
}

/** Both directions include the revision. */
function eventsOfStream(
  events: readonly StoredEvent[] | undefined,
  options: ReadReq.Options,
  stream: ReadReq.Options.StreamOptions,
): readonly StoredEvent[] | undefined {
  if (!events) return undefined;
  const revision = stream.hasStart() ? 0n : BigInt(stream.getRevision());
  if (options.getReadDirection() === FORWARDS) return events.slice(indexOfRevision(events, revision));
  const end = indexOfRevision(events, revision + 1n);
  return events.slice(Math.max(0, end - Number(options.getCount())), end).toReversed();
}

/** Revisions of a stream have no gaps. */
function indexOfRevision(events: readonly StoredEvent[], revision: bigint): number {
  return Math.max(0, Number(revision - (events[0]?.revision ?? 0n)));
}

function eventsOfAll(log: EventLog, options: ReadReq.Options): readonly StoredEvent[] {
  const all = options.getAll();
  const forwards = options.getReadDirection() === FORWARDS;
  const position = all?.getPosition();
  let index = all?.hasEnd() ? log.events.length : 0;
  if (position) {
    const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())];
    index = indexFrom(log.events, { commit, prepare });
  }
  // No more than requested, so that reading the end costs the same in long and short logs.
  const count = Number(options.getCount());
  return forwards
    ? log.events.slice(index, index + count)
    : log.events.slice(Math.max(0, index - count), index).toReversed();
}

async function writeEvents(call: ReadCall, events: readonly StoredEvent[], count: number): Promise<void> {
  for (const event of events.slice(0, count)) {
    if (call.cancelled) return;
    if (!call.write(eventResponse(event))) await drained(call);
  }
}

/** Resolves when the connection accepts more, or when the client is gone. */
function drained(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      call.off('drain', done).off('cancelled', done);
      resolve();
    };
    call.on('drain', done).on('cancelled', done);
  });
}
