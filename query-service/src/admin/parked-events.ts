import type { ParkedEventView } from '@quorum/contracts/admin/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { retryPause } from '@quorum/service-kit/back-off.ts';
import { activeParked, type ShownParked } from '@quorum/service-kit/parked-names.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Context } from '../reading/context.ts';

/** Parked events in a response. If there are more, they share a cause. */
const MAX_PARKED = 200;

/** From this retry on, all pauses are equal. */
const MAX_TRIES = 16;

/** Events that the active read models and the process managers could not process, oldest first. */
export const parkedEvents = async ({
  reads,
  clock,
}: Pick<Context, 'reads' | 'clock'>): Promise<AnswerOf<'parkedEvents'>> => {
  const parked = await activeParked(reads);
  return {
    total: parked.length,
    parked: parked.slice(0, MAX_PARKED).map((event) => viewOf(event, parked, clock.now())),
  };
};

/** When the next retry is due, assuming that all earlier ones were on time. A restart retries sooner. */
const nextTryOf = ({ parkedAt, attempts }: ParkedEvent, now: number): string => {
  let due = Date.parse(parkedAt);
  for (let tried = 0; tried <= Math.min(attempts, MAX_TRIES); tried++) due += retryPause(tried);
  return new Date(Math.max(now, due + Math.max(0, attempts - MAX_TRIES) * retryPause(MAX_TRIES))).toISOString();
};

const viewOf = (event: ShownParked, all: readonly ShownParked[], now: number): ParkedEventView => {
  const { by, model, position, stream, type, reason, attempts, parkedAt } = event;
  // A process manager retries each event by itself.
  const ofStream =
    by === 'process manager' ? [event] : all.filter((other) => other.model === model && other.stream === stream);
  const isFirst = ofStream[0] === event;
  return {
    by,
    model,
    position,
    stream,
    type,
    reason,
    attempts,
    parkedAt,
    waiting: isFirst ? ofStream.length - 1 : 0,
    nextTryAt: isFirst ? nextTryOf(event, now) : null,
  };
};
