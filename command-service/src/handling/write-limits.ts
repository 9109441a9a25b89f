import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Pace } from '@quorum/contracts/kernel/route.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { AnswerParts } from '@quorum/service-kit/http/answer-calls.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** Burst per unit of the per-second rate, for each bucket. */
const BURST = 15;

/** Bytes a day per unit of the per-second rate: 10 MB by default, about 9,000 short messages. */
const BYTES_A_DAY = 5_000_000;

/** Bytes that each message or change takes besides its body: ids, metadata, and its line in the audit history. */
const BESIDE_BODY = 1000;

const refusals = { write: 'message/too-quick', change: 'request/too-many' } as const satisfies {
  [bucket: string]: RefusalCode;
};

/** Which bucket of the person a command takes from. Deciders hold the limits of other paces. */
const bucketOf = (pace: Pace, body: unknown): keyof typeof refusals | undefined => {
  if (pace === 'write' || pace === 'change') return pace;
  const isAnnounced = pace === 'announce' && (body as { groupId: string }).groupId !== MY_SCHEDULE;
  return isAnnounced ? 'write' : undefined;
};

/**
 * Refuses someone who writes or changes faster than anyone does by hand, or too much in a day. In memory, by process.
 * @param perSecond messages per second and person, and as many changes.
 */
export const writeLimits = (perSecond: number, clock: Clock): NonNullable<AnswerParts['pace']> => {
  const rate = new RateLimit(perSecond, perSecond * BURST);
  const bytes = new RateLimit((perSecond * BYTES_A_DAY) / 86_400, perSecond * BYTES_A_DAY);
  return (pace, { userId }, body) => {
    const bucket = bucketOf(pace, body);
    if (bucket === undefined) return undefined;
    const now = clock.now();
    const size = BESIDE_BODY + Buffer.byteLength(JSON.stringify(body ?? ''));
    const wait = rate.take(`${userId} ${bucket}`, now) || bytes.take(userId, now, size);
    return wait === 0 ? undefined : refuse(refusals[bucket], undefined, wait);
  };
};
