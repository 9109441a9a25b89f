import { randomUUID } from 'node:crypto';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { type Attempts, attemptsDecider, refuseAttempt } from '@quorum/domain/attempts/decider.ts';
import { attemptsStream } from '@quorum/domain/attempts/events.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { AddressNames } from './address-names.ts';

const KIND = 'admin-misses-of-address';
/** Retries for concurrent misses from one address, so that each is counted. */
const MAX_TRIES = 20;

export type AdminMisses = Pick<LoggedAdminMisses, 'refuse' | 'note'>;

/**
 * Counts wrong credentials by network address, in the event log, so that all processes share the count and it survives restarts. Every service that takes credentials
 * counts, including the query service, which otherwise appends only the looks of administrators.
 */
export class LoggedAdminMisses {
  readonly #events: EventStore;
  readonly #addresses: AddressNames;

  constructor(events: EventStore, addresses: AddressNames) {
    this.#events = events;
    this.#addresses = addresses;
  }

  /** @param now milliseconds. @returns a refusal if the address has no tries left. */
  async refuse(address: string, now: number): Promise<Refusal | undefined> {
    const { current, previous } = await this.#addresses.nameOf(address, now);
    const counted = await Promise.all([previous, current].map((key) => this.#countedAs(key)));
    return refuseAttempt(counted.flat(), KIND, now);
  }

  async note(address: string, now: number): Promise<void> {
    const { current } = await this.#addresses.nameOf(address, now);
    const stream = attemptsStream(KIND, current);
    const commandId = `admin-miss:${randomUUID()}`;
    const metadata = { actor: 'anonymous', commandId, correlationId: commandId, causationId: commandId };
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { length } = await this.#events.read(stream);
      const miss = { type: 'AttemptCounted', data: { kind: KIND, key: current } } as const;
      if ((await this.#events.append(stream, [miss], length === 0 ? 'none' : length - 1, metadata)).ok) return;
    }
  }

  async #countedAs(key: string | undefined): Promise<Attempts> {
    if (key === undefined) return [];
    const events = await this.#events.read(attemptsStream(KIND, key));
    return events.reduce(attemptsDecider.evolve, attemptsDecider.initial);
  }
}
