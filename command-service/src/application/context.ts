import type { SmsBudget } from '@quorum/domain/sms-budget/decider.ts';
import type { EventMetadata } from '@quorum/domain/stored-event.ts';
import type { AddressNames } from '@quorum/service-kit/http/address-names.ts';
import type { RateLimit } from '@quorum/service-kit/http/rate-limit.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileLinks } from '@quorum/service-kit/ports/file-links.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { SmsOutbox, SmsSender } from '@quorum/service-kit/ports/sms-sender.ts';
import type { Logger } from 'pino';
import type { Aggregates } from './aggregates.ts';
import type { NumberNames } from './number-names.ts';
import type { Secrets } from './secrets.ts';
import type { StoredBytes } from './stored-bytes.ts';

/** Everything a command works with: ports and what is built on them. */
export type Context = {
  readonly aggregates: Aggregates;
  readonly events: EventStore;
  /** Only for process managers, which look up what belongs to a person or group. Commands decide on aggregates. */
  readonly reads: ReadStore;
  readonly keys: KeyStore;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  readonly links: LinkFetcher;
  readonly sms: SmsSender;
  /** The development stand-in, absent when real messages are sent. */
  readonly outbox: SmsOutbox | undefined;
  readonly secrets: Secrets;
  readonly numbers: NumberNames;
  readonly addresses: AddressNames;
  /** Tries of phone numbers by address, as far as they tell who has an account. In memory: what is denied leaves no event. */
  readonly numberProbes: RateLimit;
  /** Text messages that the whole product may send; as many as wanted when absent. */
  readonly smsBudget: SmsBudget | undefined;
  /** Hears how much of it is used, from 0 to 1. */
  readonly onSmsShare?: (share: number) => void;
  /**
   * Codes sent to each number, whatever its name. What the log counts for a number goes with its name, and whoever asks for a number
   * and deletes their account makes that go. In memory: nothing stored may speak for the number.
   */
  readonly numberSends: RateLimit;
  readonly storedBytes: StoredBytes;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** UUID made from a seed: the same seed gives the same UUID, so that a repeated command names the same thing. */
  readonly uuidFrom: (seed: string) => string;
  /** Waits a while until the read models have seen a position. @returns whether they have. */
  readonly waitForReads: (position: Position) => Promise<boolean>;
  /** IANA zone of entries whose creator's client sent none. */
  readonly defaultTimeZone: string;
  /** Where people write to for help. */
  readonly supportEmail: string;
};

/** What identifies a request, as far as events remember it. */
export type Cause = {
  readonly actorId: string;
  /** Of a signed-in person; events do not name it. */
  readonly sessionId?: string | undefined;
  readonly commandId: string;
  readonly commandDigest: string | undefined;
  readonly correlationId: string;
};

/** The mark that a request leaves on every event that it causes. */
export const metadataOf = (cause: Cause): EventMetadata => ({
  actor: cause.actorId,
  commandId: cause.commandId,
  ...(cause.commandDigest === undefined ? {} : { commandDigest: cause.commandDigest }),
  correlationId: cause.correlationId,
  causationId: cause.commandId,
});
