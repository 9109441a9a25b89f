import { createHmac, timingSafeEqual } from 'node:crypto';
import { visitDecider } from '@quorum/domain/admin/decider.ts';
import { adminStream } from '@quorum/domain/admin/events.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** Milliseconds. */
const LIFETIME = 12 * 3_600_000;

/**
 * Tokens of administrators' visits: the id of the visit and a keyed hash of it. A visit is open from its sign-in until its
 * sign-out, for 12 hours at most.
 */
export class AdminVisits {
  readonly #events: Pick<EventStore, 'read'>;
  readonly #key: Uint8Array;

  /** @param key the same in every process. Another key ends all visits, so it depends on the password. */
  constructor(events: Pick<EventStore, 'read'>, key: Uint8Array) {
    this.#events = events;
    this.#key = key;
  }

  tokenOf(visitId: string): string {
    return `${visitId}.${createHmac('sha256', this.#key).update(visitId).digest('base64url')}`;
  }

  /** @param now milliseconds. @returns `undefined` if the token is of no visit. @throws LogUnavailableError */
  async isOpen(token: string, now: number): Promise<boolean | undefined> {
    const visitId = token.slice(0, token.indexOf('.'));
    const [given, genuine] = [Buffer.from(token), Buffer.from(this.tokenOf(visitId))];
    if (given.length !== genuine.length || !timingSafeEqual(given, genuine)) return undefined;
    const events = await this.#events.read(adminStream(visitId));
    const startedAt = Date.parse(events[0]?.recordedAt ?? '');
    const { status } = events.reduce(visitDecider.evolve, visitDecider.initial);
    return status === 'open' && now - startedAt < LIFETIME;
  }
}
