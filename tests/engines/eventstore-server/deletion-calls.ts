import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError, sendUnaryData } from '@grpc/grpc-js';
import type { AppendResult, EventLog, Expected } from './event-log.ts';
import type { Faults } from './faults.ts';
import { callErrors, expectedOf, streamNameOf } from './messages.ts';

type DeletionContext = { readonly log: EventLog; readonly faults: Faults };

/** Soft deletion. */
export function answerDelete(
  request: DeleteReq,
  callback: sendUnaryData<DeleteResp>,
  { log, faults }: DeletionContext,
): void {
  const outcome = deletion(request, faults, (stream, expected) => log.delete(stream, expected));
  if (typeof outcome !== 'string') {
    callback(outcome);
    return;
  }
  const position = new streamsPb.DeleteResp.Position();
  position.setCommitPosition(outcome).setPreparePosition(outcome);
  callback(null, new streamsPb.DeleteResp().setPosition(position));
}

export function answerTombstone(
  request: TombstoneReq,
  callback: sendUnaryData<TombstoneResp>,
  { log, faults }: DeletionContext,
): void {
  const outcome = deletion(request, faults, (stream, expected) => log.tombstone(stream, expected));
  if (typeof outcome !== 'string') {
    callback(outcome);
    return;
  }
  const position = new streamsPb.TombstoneResp.Position();
  position.setCommitPosition(outcome).setPreparePosition(outcome);
  callback(null, new streamsPb.TombstoneResp().setPosition(position));
}

/** The position of the deletion in the log, or the reason for refusing it. */
function deletion(
  request: DeleteReq | TombstoneReq,
  faults: Faults,
  carryOut: (stream: string, expected: Expected) => AppendResult,
): string | ServiceError {
  if (!faults.ready) return callErrors.notReady();
  const options = request.getOptions() ?? new streamsPb.DeleteReq.Options().setAny(new sharedPb.Empty());
  const stream = streamNameOf(options.getStreamIdentifier());
  const expected = expectedOf(options, () => options.getRevision());
  const result = carryOut(stream, expected);
  if (result.kind === 'stream-deleted') return callErrors.streamDeleted(stream);
  if (result.kind === 'wrong-expected-version') {
    return callErrors.wrongExpectedVersion(stream, expected, result.actual);
  }
  return String(result.position);
}
