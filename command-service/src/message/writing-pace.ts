import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../handling/context.ts';

/** Burst per unit of the per-second rate, for each bucket. */
const BURST = 15;

/** Bytes a day per unit of the per-second rate: 10 MB by default, about 9,000 short messages. */
const BYTES_A_DAY = 5_000_000;

/** Bytes that each message or change takes besides its text: ids, metadata, and its line in the audit history. */
const BESIDE_TEXT = 1000;

type Pace = Pick<Context, 'messageRate' | 'writtenBytes'>;

/** @param perSecond messages per second and person. */
export const writingPace = (perSecond: number): Pace => ({
  messageRate: new RateLimit(perSecond, perSecond * BURST),
  writtenBytes: new RateLimit((perSecond * BYTES_A_DAY) / 86_400, perSecond * BYTES_A_DAY),
});

type Paced = Pace & Pick<Context, 'clock'>;

/** @returns whole seconds to wait; 0 if there is nothing to wait for. */
const waitFor = ({ messageRate, writtenBytes, clock }: Paced, userId: string, text: string, bucket: string): number => {
  const now = clock.now();
  return messageRate.take(bucket, now) || writtenBytes.take(userId, now, BESIDE_TEXT + Buffer.byteLength(text));
};

/** Refuses someone who writes faster than anyone types, or too much in a day. */
export const refuseFlood = (pace: Paced, userId: string, text = ''): Refusal | undefined => {
  const wait = waitFor(pace, userId, text, userId);
  return wait === 0 ? undefined : refuse('message/too-quick', undefined, wait);
};

/** Changes that the log keeps forever and that no other limit ends. Nobody leaves or is removed without having joined before. */
const changes: ReadonlySet<RouteName> = new Set<RouteName>([
  'updateEmail',
  'updateName',
  'uploadProfilePicture',
  'endOtherSessions',
  'chooseColor',
  'pinGroup',
  'uploadGroupImage',
  'uploadImageOfGroup',
  'changeGroupDetails',
  'changeGroupSettings',
  'changeRole',
  'transferOwnership',
  'renewInvitation',
  'joinByCode',
  'joinByLink',
  'changeEvent',
  'deleteEvent',
]);

/** The same for changes. They have a bucket of their own, so that queued messages never block the editing of an event. */
export const refuseChangeFlood =
  (pace: Paced) =>
  (name: RouteName, { userId }: Actor, body: unknown): Refusal | undefined => {
    if (!changes.has(name)) return undefined;
    const wait = waitFor(pace, userId, JSON.stringify(body ?? ''), `${userId} changes`);
    return wait === 0 ? undefined : refuse('request/too-many', undefined, wait);
  };
