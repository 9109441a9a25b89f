import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, ReadReq, ReadResp as ReadRespMessage } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Position } from './all-stream.ts';
import type { Expected } from './event-log.ts';
import type { StoredEvent } from './stored-event.ts';

/** Translations between the log and the client's protocol messages. */

type Filter = ReadReq.Options.FilterOptions;

export function streamNameOf(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function streamIdentifier(stream: string) {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  return identifier;
}

/** The ways in which a request states its expectation; a revision applies only if none of the others is set. */
export function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return BigInt(options.getRevision());
}

export function proposedEvent(message: {
  getId(): { getString(): string } | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
}) {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function eventResponse(event: StoredEvent): ReadRespMessage {
  const id = new sharedPb.UUID();
  id.setString(event.id);
  const recorded = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  // In units of 100 nanoseconds.
  recorded.getMetadataMap().set('created', String(BigInt(event.created) * 10_000n));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const readEvent = new streamsPb.ReadResp.ReadEvent();
  readEvent.setEvent(recorded);
  readEvent.setCommitPosition(String(event.position));
  return new streamsPb.ReadResp().setEvent(readEvent);
}

export function confirmationResponse(subscriptionId: string): ReadRespMessage {
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(subscriptionId);
  return new streamsPb.ReadResp().setConfirmation(confirmation);
}

export function checkpointResponse({ commit, prepare }: Position): ReadRespMessage {
  const checkpoint = new streamsPb.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(commit));
  checkpoint.setPreparePosition(String(prepare));
  return new streamsPb.ReadResp().setCheckpoint(checkpoint);
}

export function streamNotFoundResponse(stream: string): ReadRespMessage {
  const notFound = new streamsPb.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(stream));
  return new streamsPb.ReadResp().setStreamNotFound(notFound);
}

/** The filter of a read or a subscription, as a predicate on events. */
export function eventTest(filter: Filter | undefined): (event: StoredEvent) => boolean {
  if (!filter) return () => true;
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => {
    const text = byType ? event.type : event.stream;
    return pattern ? pattern.test(text) : prefixes.some((prefix) => text.startsWith(prefix));
  };
}

/** Failures of a call. The client distinguishes most of them by the trailer `exception`. */
export const callErrors = {
  notReady: () => callError(status.UNAVAILABLE, 'Server Is Not Ready'),
  consumerTooSlow: () =>
    callError(
      status.ABORTED,
      'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
    ),
  streamDeleted: (stream: string) =>
    callError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
      exception: 'stream-deleted',
      'stream-name': stream,
    }),
  maximumAppendSizeExceeded: (limit: number) =>
    callError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(limit),
    }),
};

function callError(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}
