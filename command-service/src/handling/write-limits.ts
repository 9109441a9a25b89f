import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Pace } from '@quorum/contracts/kernel/route.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { AnswerParts } from '@quorum/service-kit/http/answer-calls.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** Burst per unit of the per-second rate, for each bucket. */
const BURST_SECONDS = 15;

/** Bytes a day per unit of the per-second rate: 10 MB by default, about 9,000 short messages. */
const BYTES_PER_DAY = 5_000_000;

/** Bytes that each message or change takes besides its body: ids, metadata, and its line in the audit history. */
const BASE_SIZE = 1000;

const refusals = { write: 'message/too-quick', change: 'request/too-many' } as const satisfies {
  [bucket: string]: RefusalCode;
};

/** Deciders hold the limits of other paces. */
const PACES: readonly Pace[] = ['write', 'change', 'announce'];

/** Which bucket of the person a command takes from. Nothing announces personal events. */
const bucketOf = (pace: Pace, body: unknown): keyof typeof refusals | undefined => {
  if (pace === 'write' || pace === 'change') return pace;
  return (body as { groupId?: string }).groupId === MY_SCHEDULE ? undefined : 'write';
};

/** @param wait seconds */
const refuseFor = (wait: number, code: RefusalCode) => (wait > 0 ? refuse(code, undefined, wait) : undefined);

/**
 * Refuses someone who writes or changes faster than anyone does by hand, or too much in a day. In memory, by process. Nothing that was
 * made is given back when it is deleted, because the log keeps it.
 * @param perSecond messages per second and person, and as many changes.
 */
export const writeLimits = (perSecond: number, clock: Clock): NonNullable<AnswerParts['pace']> => {
  const rate = new RateLimit(perSecond, perSecond * BURST_SECONDS);
  const bytes = new RateLimit((perSecond * BYTES_PER_DAY) / 86_400, perSecond * BYTES_PER_DAY);
  const events = new RateLimit(limits.newEventsPerDay / 86_400, limits.newEventsPerDay);
  return (pace, { userId }, body) => {
    if (!PACES.includes(pace)) return undefined;
    const bucket = bucketOf(pace, body);
    const now = clock.now();
    const size = BASE_SIZE + Buffer.byteLength(JSON.stringify(body ?? ''));
    const wait = (bucket && rate.take(`${userId} ${bucket}`, now)) || bytes.take(userId, now, size);
    const refusal = refuseFor(wait, refusals[bucket ?? 'change']);
    return refusal ?? refuseFor(pace === 'announce' ? events.take(userId, now) : 0, 'event/too-many-today');
  };
};
