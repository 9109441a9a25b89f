import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream, ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import type { Connections } from './connections.ts';
import type { AppendResult, EventLog, Expected } from './event-log.ts';
import type { Faults } from './faults.ts';
import type { Flushes } from './flushes.ts';
import {
  batchError,
  callErrors,
  expectedOf,
  notReadyBatchError,
  proposedEvent,
  streamIdentifier,
  streamNameOf,
  wrongExpectedVersion,
} from './messages.ts';
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

/** The client's open stream of appends: each has a correlation id and may arrive in several parts. */
export function answerBatchAppends(
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  context: AppendContext,
): void {
  const pendings = new Map<string, Pending>();
  call.on('data', (request: BatchAppendReq) => {
    const correlationId = request.getCorrelationId()?.getString() ?? '';
    const options = request.getOptions();
    if (options) {
      const stream = streamNameOf(options.getStreamIdentifier());
      pendings.set(correlationId, {
        stream,
        expected: expectedOf(options, () => options.getStreamPosition()),
        events: [],
      });
    }
    const pending = pendings.get(correlationId);
    if (!pending) return;
    pending.events.push(...request.getProposedMessagesList().map(proposedEvent));
    if (!request.getIsFinal()) return;
    pendings.delete(correlationId);

    context.flushes.run(() => {
      const response = appendBatch(pending, call.getPeer(), context);
      if (!response) return;
      call.write(
        response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(streamIdentifier(pending.stream)),
      );
    });
  });
  call.on('end', () => call.end());
  // A client that disconnects leaves nothing to do.
  call.on('error', () => call.end());
}

function appendBatch(pending: Pending, peer: string, context: AppendContext): BatchAppendResp | undefined {
  const response = new streamsPb.BatchAppendResp();
  if (!context.faults.ready) return response.setError(notReadyBatchError());
  if (isTooLarge(pending.events)) {
    const detail = new sharedPb.MaximumAppendSizeExceeded();
    detail.setMaxappendsize(MAXIMUM_APPEND_SIZE);
    const type = 'event_store.client.MaximumAppendSizeExceeded';
    return response.setError(batchError('Maximum Append Size Exceeded', detail, type));
  }
  const result = append(pending, peer, context);
  return result && batchResponse(response, pending, result);
}

function batchResponse(
  response: BatchAppendResp,
  { stream, expected }: Pending,
  result: AppendResult,
): BatchAppendResp {
  if (result.kind === 'wrong-expected-version') {
    const detail = wrongExpectedVersion(expected, result.actual);
    return response.setError(batchError('WrongExpectedVersion', detail, 'event_store.client.WrongExpectedVersion'));
  }
  if (result.kind === 'stream-deleted') {
    const detail = new sharedPb.StreamDeleted();
    detail.setStreamIdentifier(streamIdentifier(stream));
    return response.setError(batchError('StreamDeleted', detail, 'event_store.client.StreamDeleted'));
  }
  const success = new streamsPb.BatchAppendResp.Success();
  if (result.revision >= 0n) success.setCurrentRevision(String(result.revision));
  if (result.position !== undefined) {
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(result.position));
    position.setPreparePosition(String(result.position));
    success.setPosition(position);
  }
  return response.setSuccess(success);
}

/** The older call for one append, which the client uses when a call has its own credentials. */
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
      const stream = streamNameOf(options.getStreamIdentifier());
      pending = { stream, expected: expectedOf(options, () => options.getRevision()), events: [] };
    }
    if (message) pending.events.push(proposedEvent(message));
  });
  call.on('end', () => {
    if (!context.faults.ready) return callback(callErrors.notReady());
    if (isTooLarge(pending.events)) return callback(callErrors.maximumAppendSizeExceeded(MAXIMUM_APPEND_SIZE));
    const result = append(pending, call.getPeer(), context);
    if (!result) return;
    if (result.kind === 'stream-deleted') return callback(callErrors.streamDeleted(pending.stream));
    return callback(null, appendResponse(pending, result));
  });
}

function appendResponse({ expected }: Pending, result: Exclude<AppendResult, { kind: 'stream-deleted' }>): AppendResp {
  const response = new streamsPb.AppendResp();
  if (result.kind === 'wrong-expected-version') {
    const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
    if (result.actual === undefined) wrong.setCurrentNoStream(new sharedPb.Empty());
    else wrong.setCurrentRevision(String(result.actual));
    if (expected === 'no_stream') wrong.setExpectedNoStream(new sharedPb.Empty());
    else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new sharedPb.Empty());
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
