import { createHash } from 'node:crypto';
import { backOff } from '@quorum/service-kit/back-off.ts';
import type { Push, PushEnd, PushOutcome, PushSender, PushTarget } from '@quorum/service-kit/ports/push-sender.ts';
import { FairQueue } from '../handling/queues.ts';
import type { Outgoing } from './alert-kind.ts';

/** Pushes sent at once. */
const MAX_AT_ONCE = 64;

/** Of these, pushes to one person. */
const MAX_PER_PERSON = 8;

/** Pushes to one person that may wait for their turn, and as many for another attempt; further ones are dropped. */
const MAX_WAITING = 200;

const MAX_REPEATS = 5;

const pauseAfter = backOff(2000, 300_000);

/** One push for one browser. */
export type Parcel = {
  readonly userId: string;
  /** The push and its target as they are now; undefined if there is nothing left to send. Called before each attempt, from 1 on. */
  readonly pack: (attempt: number) => Promise<{ readonly target: PushTarget; readonly alert: Outgoing } | undefined>;
  /** The browser no longer accepts pushes. */
  readonly onGone: (endpoint: string) => Promise<unknown>;
};

type Tried = PushOutcome & { readonly endpoint: string; readonly ttl: number };

/** At most 32 characters, as services demand. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

export const pushOf = (target: PushTarget, { ttl, isUrgent, ...alert }: Outgoing): Push => ({
  target,
  payload: JSON.stringify(alert),
  ttl,
  topic: topicOf(alert.tag),
  isUrgent,
});

type Parts = {
  readonly push: PushSender;
  readonly onEnd: (end: PushEnd) => void;
  readonly onRefused: (host: string, reason: string) => void;
  /** A failure before anything was sent. */
  readonly onFailure: (error: unknown) => void;
};

/** Sends pushes, many at once, so that a slow service delays no other, and repeats those that a service may take later. */
export class PushQueue {
  readonly #parts: Parts;
  readonly #queue = new FairQueue({ atOnce: MAX_AT_ONCE, share: MAX_PER_PERSON });
  /** What is tried again later, by person. */
  readonly #waiting = new Map<string, Set<NodeJS.Timeout>>();
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves after the first attempt. Later ones are lost with the process. A failure for one browser is not one of the others. */
  deliver(parcel: Parcel): Promise<void> {
    return this.#send(parcel, 1).catch(this.#parts.onFailure);
  }

  async #send(parcel: Parcel, attempt: number): Promise<void> {
    const tried = await this.#queue.run(parcel.userId, MAX_WAITING, () => this.#try(parcel, attempt));
    if (tried?.kind === 'later') return this.#again(parcel, attempt, tried);
    this.#parts.onEnd(tried?.kind ?? 'dropped');
    if (tried === undefined) return;
    if (tried.kind === 'refused') this.#parts.onRefused(new URL(tried.endpoint).hostname, tried.reason);
    if (tried.kind === 'gone') await parcel.onGone(tried.endpoint);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isOver = true;
    for (const timers of this.#waiting.values()) for (const timer of timers) clearTimeout(timer);
  }

  async #try({ pack }: Parcel, attempt: number): Promise<Tried | undefined> {
    const packed = this.#isOver ? undefined : await pack(attempt);
    if (packed === undefined) return undefined;
    const { target, alert } = packed;
    const outcome = await this.#parts.push.send(pushOf(target, alert));
    return { ...outcome, endpoint: target.endpoint, ttl: alert.ttl };
  }

  #again(parcel: Parcel, attempt: number, { ttl, ...outcome }: Tried): void {
    const asked = outcome.kind === 'later' ? outcome.retryAfter : undefined;
    const pause = asked === undefined ? pauseAfter(attempt) : asked * 1000;
    const waiting = this.#waiting.get(parcel.userId) ?? new Set();
    if (this.#isOver || attempt > MAX_REPEATS || pause > ttl * 1000 || waiting.size >= MAX_WAITING) {
      this.#parts.onEnd('failed');
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      if (waiting.size === 0) this.#waiting.delete(parcel.userId);
      void this.#send(parcel, attempt + 1).catch(this.#parts.onFailure);
    }, pause).unref();
    this.#waiting.set(parcel.userId, waiting.add(timer));
  }
}
