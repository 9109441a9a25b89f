import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Context } from '../handling/context.ts';

/** Burst of messages, edits and reactions, and that of changes, per unit of the per-second rate. */
const BURST = 15;

/** Bytes a day that a person may write, for each message a second: 10 MB by default, some 9,000 short messages. */
const BYTES_A_DAY = 5_000_000;

/** Bytes that each takes besides its text: ids, metadata, and its line in the audit history. */
const BESIDE_TEXT = 1000;

type Pace = Pick<Context, 'messageRate' | 'writtenBytes'>;

/** @param perSecond messages a second that a person may write. */
export const writingPace = (perSecond: number): Pace => ({
  messageRate: new RateLimit(perSecond, perSecond * BURST),
  writtenBytes: new RateLimit((perSecond * BYTES_A_DAY) / 86_400, perSecond * BYTES_A_DAY),
});

type Paced = Pace & Pick<Context, 'clock'>;

/** @param bucket whose burst it takes from. @returns whole seconds to wait; 0 if it is not too quick. */
const waitFor = ({ messageRate, writtenBytes, clock }: Paced, userId: string, text: string, bucket: string): number => {
  const now = clock.now();
  return messageRate.take(bucket, now) || writtenBytes.take(userId, now, BESIDE_TEXT + Buffer.byteLength(text));
};

/** @returns a refusal for someone who writes faster than anyone types, or more in a day. */
export const refuseHaste = (pace: Paced, userId: string, text = ''): Refusal | undefined => {
  const wait = waitFor(pace, userId, text, userId);
  return wait === 0 ? undefined : refuse('message/too-quick', undefined, wait);
};

/**
 * The same for what a chat notes besides messages: changed and deleted events, and who comes and goes. It has a burst of its own, so
 * that queued messages never cost somebody an event that they edit.
 */
export const refuseHastyChange = (pace: Paced, userId: string, text = ''): Refusal | undefined => {
  const wait = waitFor(pace, userId, text, `${userId} changes`);
  return wait === 0 ? undefined : refuse('request/too-many', undefined, wait);
};
