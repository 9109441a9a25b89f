import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import type { Connections } from './connections.ts';
import type { AppendResult, EventLog, Expected } from './event-log.ts';
import type { Faults } from './faults.ts';
import type { Flushes } from './flushes.ts';
import { callErrors, expectedOf, proposedEvent, streamNameOf } from './messages.ts';
import type { ProposedEvent } from './stored-event.ts';

/** Bytes of one append: data, metadata and type names. */
const MAXIMUM_APPEND_SIZE = 1_048_576;

type Pending = { readonly stream: string; readonly expected: Expected; readonly events: ProposedEvent[] };

export type AppendContext = {
  readonly log: EventLog;
  readonly faults: Faults;
  readonly connections: Connections;
  readonly flushes: Flushes;
};

/** One append: its options, then its events. */
export function answerAppend(
  call: ServerReadableStream<AppendReq, AppendResp>,
  callback: sendUnaryData<AppendResp>,
  context: AppendContext,
): void {
  let pending: Pending = { stream: '', expected: 'any', events: [] };
  call.on('data', (request: AppendReq) => {
    const options = request.getOptions();
    const message = request.getProposedMessage();
    if (options) {
      pending = { stream: streamNameOf(options.getStreamIdentifier()), expected: expectedOf(options), events: [] };
    }
    if (message) pending.events.push(proposedEvent(message));
  });
  call.on('end', () => {
    if (!context.faults.ready) return callback(callErrors.notReady());
    if (isTooLarge(pending.events)) return callback(callErrors.maximumAppendSizeExceeded(MAXIMUM_APPEND_SIZE));
    context.flushes.run(() => {
      const result = append(pending, call.getPeer(), context);
      if (!result) return;
      if (result.kind === 'stream-deleted') callback(callErrors.streamDeleted(pending.stream));
      else callback(null, appendResponse(pending, result));
    });
  });
}

function appendResponse({ expected }: Pending, result: Exclude<AppendResult, { kind: 'stream-deleted' }>): AppendResp {
  const response = new streamsPb.AppendResp();
  if (result.kind === 'wrong-expected-version') {
    const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
    if (result.actual === undefined) wrong.setCurrentNoStream(new sharedPb.Empty());
    else wrong.setCurrentRevision(String(result.actual));
    if (expected === 'no_stream') wrong.setExpectedNoStream(new sharedPb.Empty());
    else if (expected === 'any') wrong.setExpectedAny(new sharedPb.Empty());
    else wrong.setExpectedRevision(String(expected));
    return response.setWrongExpectedVersion(wrong);
  }
  const success = new streamsPb.AppendResp.Success();
  if (result.revision >= 0n) success.setCurrentRevision(String(result.revision));
  else success.setNoStream(new sharedPb.Empty());
  if (result.position !== undefined) {
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(result.position));
    position.setPreparePosition(String(result.position));
    success.setPosition(position);
  }
  return response.setSuccess(success);
}

/** Hard deletion, whatever the stream holds. */
export function answerTombstone(
  request: TombstoneReq,
  callback: sendUnaryData<TombstoneResp>,
  { log, faults }: AppendContext,
): void {
  if (!faults.ready) {
    callback(callErrors.notReady());
    return;
  }
  const place = String(log.tombstone(streamNameOf(request.getOptions()?.getStreamIdentifier())));
  const position = new streamsPb.TombstoneResp.Position();
  position.setCommitPosition(place).setPreparePosition(place);
  callback(null, new streamsPb.TombstoneResp().setPosition(position));
}

/** Stores the events. Undefined when a fault withholds the answer from the caller. */
function append({ stream, expected, events }: Pending, peer: string, context: AppendContext): AppendResult | undefined {
  const fault = context.faults.takeAppendFault();
  const result = fault === 'drop-before-storing' ? undefined : context.log.append(stream, expected, events);
  if (fault === 'store-then-drop' || fault === 'drop-before-storing') context.connections.dropPeer(peer);
  return fault ? undefined : result;
}

function isTooLarge(events: readonly ProposedEvent[]): boolean {
  const bytes = events.reduce(
    (sum, { data, metadata, type }) => sum + data.length + metadata.length + 2 * type.length,
    0,
  );
  return bytes > MAXIMUM_APPEND_SIZE;
}
