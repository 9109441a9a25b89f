import { type AttemptKind, attemptsStream } from '@quorum/contracts/events/access.ts';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import { type Attempts, attemptsAggregate, decideAttempt } from '../domain/attempts/attempts.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

/**
 * Counts an attempt. Each thing tried is an attempt of its own, also where a caller sends one `Idempotency-Key` with all of them; a true
 * repeat is counted once.
 * @param tried what was tried; it does not get into the log.
 * @returns a refusal when no more are allowed for now.
 */
export const countAttempt = (
  { aggregates, clock, secrets }: Context,
  kind: AttemptKind,
  key: string,
  cause: Cause,
  tried: string,
): Promise<Accepted<Attempts> | Refusal> => {
  const commandId = secrets.privateKey('attempt', `${cause.commandId} ${tried}`);
  const identity = { ...metadataOf({ ...cause, commandDigest: undefined }), commandId };
  return aggregates.handle(attemptsAggregate, attemptsStream(kind, key), identity, (counted) =>
    decideAttempt(counted, kind, key, clock.now()),
  );
};
