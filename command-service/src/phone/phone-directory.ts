import { createHmac } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { phoneSubject } from '@quorum/domain/event-definition.ts';
import {
  type PhoneReservation,
  type PhoneState,
  phoneReservationDecider,
  phoneState,
} from '@quorum/domain/phone/decider.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { verificationDecider } from '@quorum/domain/verification/decider.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { NamingKeys, SubjectKeys } from '@quorum/service-kit/ports/key-store.ts';
import type { Aggregates } from '../handling/aggregates.ts';
import type { CommandMetadata } from '../handling/command-metadata.ts';
import type { Secrets } from '../session/secrets.ts';

type Parts = {
  readonly aggregates: Aggregates;
  readonly events: Pick<EventStore, 'read'>;
  readonly keys: SubjectKeys;
  /** Not cached, because another process may have forgotten a name a moment ago. */
  readonly namingKeys: NamingKeys;
  readonly secrets: Secrets;
  readonly clock: Clock;
};

type Listing = {
  /** The number's name; undefined if it has none. */
  readonly phoneKey: string | undefined;
  readonly banned: boolean;
  /** The account that has the number now. */
  readonly owner: User | undefined;
};

/** A name and its number, which is null once nobody can read it. */
type Named = { readonly phone: string | null; readonly phoneKey: string };

/** Maximum consecutive names that were released while being claimed. */
const MAX_NAMES = 5;

/** Releases a name that has no holder. */
const NOBODY = '';

/**
 * Who has which phone number. In the log a number has a random name, its `phoneKey`. A keyed hash would stay there forever and
 * confirm every right guess; the mapping from number to name is only in the key store, where it can be forgotten.
 *
 * | name | its holder | state | sending a code | a claim by its holder | a claim by another account |
 * |---|---|---|---|---|---|
 * | none | – | free | names it | – | names it, claims |
 * | new | – | free | – | – | claims |
 * | new, and another account requested a code | – | free | – | – | renames it, claims |
 * | claimed in the last minute | no account yet | claimed | – | keeps it | `phone/taken` |
 * | claimed before | no account | left | renames it | keeps it | renames it, claims |
 * | claimed | account with this number | taken | – | `phone/taken` | `phone/taken` |
 * | claimed in the last minute | account with another number | claimed | – | keeps it | `phone/taken` |
 * | claimed before | account with another number | left | renames it | keeps it | renames it, claims |
 * | claimed | deleted account | left | renames it | – | renames it, claims |
 * | released | – | left | renames it | – | renames it, claims |
 * | banned, claimed | any | banned | – | `phone/banned` | `phone/banned` |
 * | banned, released | – | banned | – | – | `phone/banned` |
 */
export class PhoneDirectory {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a number may be used, and who has it. */
  async lookUp(phone: string): Promise<Listing> {
    const phoneKey = await this.#find(phone);
    if (phoneKey === undefined) return { phoneKey, banned: false, owner: undefined };
    const { state, holder } = await this.#look(phoneKey);
    return { phoneKey, banned: state === 'banned', owner: state === 'taken' ? holder : undefined };
  }

  /** The name to send codes under. Concurrent first calls agree on one. */
  async alias(phone: string, metadata: CommandMetadata): Promise<string> {
    const phoneKey = await this.#obtain(phone);
    return (await this.#renames({ phone, phoneKey }, metadata)) ? this.#obtain(phone) : phoneKey;
  }

  /**
   * Reserves a number for a person.
   * @returns the name it is reserved under; `phone/taken` or `phone/banned` if it is not available.
   */
  async claim(phone: string, userId: string, metadata: CommandMetadata): Promise<string | Refusal> {
    const { aggregates } = this.#parts;
    for (let tried = 0; tried < MAX_NAMES; tried++) {
      const phoneKey = await this.#obtain(phone);
      if (await this.#renames({ phone, phoneKey }, metadata, userId)) continue;
      const claimed = await aggregates.handle({
        decider: phoneReservationDecider,
        stream: phoneStream(phoneKey),
        command: { type: 'ClaimPhone', phoneKey, userId },
        metadata,
        facts: (reservation) => this.#factsOf(reservation),
      });
      return isRefusal(claimed) ? claimed : phoneKey;
    }
    return refuse('service/unavailable', undefined, 1);
  }

  /** Releases a number that an account had, unless it now belongs to someone else. */
  async release(userId: string, phoneKey: string, metadata: CommandMetadata): Promise<void> {
    const { had } = await this.#historyOf(userId);
    const phone = had.find((own) => own.phoneKey === phoneKey)?.phone ?? null;
    await this.#release({ phone, phoneKey }, userId, metadata);
  }

  /**
   * Releases every number that an account had, and forgets the names of those that it only requested codes for, unless someone
   * else has them. @param metadataOf that of each step's command.
   */
  async forget(userId: string, metadataOf: (step: string) => CommandMetadata): Promise<void> {
    const { had, requested } = await this.#historyOf(userId);
    for (const own of had) await this.#release(own, userId, metadataOf(`phone ${own.phoneKey}`));
    for (const phone of requested) {
      const phoneKey = await this.#find(phone);
      if (phoneKey !== undefined) await this.#release({ phone, phoneKey }, userId, metadataOf('asked'));
    }
  }

  /** Gives a number another name if the present one was left, or would link the claimant to another account forever. */
  async #renames({ phone, phoneKey }: Named, metadata: CommandMetadata, claimant?: string): Promise<boolean> {
    const { state, reservation } = await this.#look(phoneKey);
    const { holder = NOBODY } = reservation;
    const isLeft = state === 'left' && holder !== claimant;
    if (!isLeft && !(state === 'free' && (await this.#wasRequestedByAnother(phoneKey, claimant)))) return false;
    await this.#release({ phone, phoneKey }, holder, metadata);
    return true;
  }

  async #wasRequestedByAnother(phoneKey: string, claimant: string | undefined): Promise<boolean> {
    if (claimant === undefined) return false;
    const { askedBy } = await this.#parts.aggregates.load(verificationDecider, verificationStream(phoneKey));
    return askedBy.some((userId) => userId !== claimant);
  }

  /**
   * Releases a name and forgets it, so that nothing in the log can be found by the number. A banned number keeps its name, because
   * it must be recognized.
   */
  async #release({ phone, phoneKey }: Named, userId: string, metadata: CommandMetadata): Promise<void> {
    const { aggregates, keys, namingKeys } = this.#parts;
    const released = await aggregates.handle({
      decider: phoneReservationDecider,
      stream: phoneStream(phoneKey),
      command: { type: 'ReleasePhone', phoneKey, userId },
      metadata,
      facts: (reservation) => this.#factsOf(reservation),
    });
    if (isRefusal(released)) throw new Error(`A number could not be released: ${released.refused}`);
    if (released.state.holder !== undefined) return;
    await keys.destroy(phoneSubject(phoneKey));
    if (phone === null || released.state.banned) return;
    const subject = this.#subject(phone);
    const key = (await namingKeys.find([subject])).get(subject);
    // It may have got another name already.
    if (key !== undefined && nameFrom(key) === phoneKey) await namingKeys.forget(subject, key);
  }

  async #look(
    phoneKey: string,
  ): Promise<{ state: PhoneState; reservation: PhoneReservation; holder: User | undefined }> {
    const reservation = await this.#parts.aggregates.load(phoneReservationDecider, phoneStream(phoneKey));
    const facts = await this.#factsOf(reservation);
    return { state: phoneState(reservation, phoneKey, facts), reservation, holder: facts.holder };
  }

  async #factsOf({ holder }: PhoneReservation): Promise<{ now: number; holder: User | undefined }> {
    const { aggregates, clock } = this.#parts;
    const user = holder === undefined ? undefined : await aggregates.load(userDecider, userStream(holder));
    return { now: clock.now(), holder: user };
  }

  /** The numbers an account had, with their names, and those it requested codes for. */
  async #historyOf(userId: string): Promise<{ had: readonly Named[]; requested: ReadonlySet<string> }> {
    const history = await this.#parts.events.read(userStream(userId));
    const had = history.flatMap((event) =>
      event.type === 'UserRegistered' || event.type === 'PhoneChanged' ? [event.data] : [],
    );
    const requested = history.flatMap((event) =>
      event.type === 'PhoneChangeRequested' || event.type === 'PhoneChangeScheduled' ? (event.data.phone ?? []) : [],
    );
    return { had, requested: new Set(requested) };
  }

  async #find(phone: string): Promise<string | undefined> {
    const subject = this.#subject(phone);
    const key = (await this.#parts.namingKeys.find([subject])).get(subject);
    return key && nameFrom(key);
  }

  async #obtain(phone: string): Promise<string> {
    const key = await this.#parts.namingKeys.obtain(this.#subject(phone));
    if (key === null) throw new Error('the name of a number is never destroyed, only forgotten');
    return nameFrom(key);
  }

  #subject(phone: string): string {
    return `number-${this.#parts.secrets.privateKey('phone-number', phone)}`;
  }
}

const nameFrom = (key: Uint8Array): string => createHmac('sha256', key).update('phone key').digest('base64url');
