import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Context } from '../handling/context.ts';

/** Burst of messages, edits and reactions, per unit of the per-second rate. */
const BURST = 15;

/** Bytes a day that a person may write, for each message a second: 10 MB by default, some 9,000 short messages. */
const BYTES_A_DAY = 5_000_000;

/** Bytes that a message, edit or reaction takes besides its text: ids, metadata, and its line in the audit history. */
const BESIDE_TEXT = 1000;

type Pace = Pick<Context, 'messageRate' | 'writtenBytes'>;

/** @param perSecond messages a second that a person may write. */
export const writingPace = (perSecond: number): Pace => ({
  messageRate: new RateLimit(perSecond, perSecond * BURST),
  writtenBytes: new RateLimit((perSecond * BYTES_A_DAY) / 86_400, perSecond * BYTES_A_DAY),
});

/** @returns a refusal for someone who writes faster than anyone types, or more in a day. */
export const refuseHaste = (
  { messageRate, writtenBytes, clock }: Pace & Pick<Context, 'clock'>,
  userId: string,
  text = '',
): Refusal | undefined => {
  const now = clock.now();
  const wait = messageRate.take(userId, now) || writtenBytes.take(userId, now, BESIDE_TEXT + Buffer.byteLength(text));
  return wait === 0 ? undefined : refuse('message/too-quick', undefined, wait);
};
