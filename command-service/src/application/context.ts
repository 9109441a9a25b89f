import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { EventMetadata, EventStore } from '@quorum/contracts/ports/event-store.ts';
import type { FileLinks } from '@quorum/contracts/ports/file-links.ts';
import type { FileStore } from '@quorum/contracts/ports/file-store.ts';
import type { Ids } from '@quorum/contracts/ports/ids.ts';
import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/contracts/ports/link-fetcher.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { SmsOutbox, SmsSender } from '@quorum/contracts/ports/sms-sender.ts';
import type { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import type { Logger } from 'pino';
import type { Aggregates } from './aggregates.ts';
import type { Secrets } from './secrets.ts';

/** Everything a command works with: ports and what is built on them. */
export type Context = {
  readonly aggregates: Aggregates;
  readonly events: EventStore;
  /** Only for policies that look up what belongs to a person or group; commands decide on aggregates. */
  readonly reads: ReadStore;
  readonly keys: KeyStore;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  readonly links: LinkFetcher;
  readonly sms: SmsSender;
  /** The development stand-in, absent when real messages are sent. */
  readonly outbox: SmsOutbox | undefined;
  readonly secrets: Secrets;
  /** Tries of phone numbers by address, as far as they tell who has an account. In memory: what is denied leaves no event. */
  readonly numberProbes: RateLimit;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** UUID made from a seed: the same seed gives the same UUID, so that a repeated command names the same thing. */
  readonly uuidFrom: (seed: string) => string;
  /** Waits a while until the read models have seen a position. @returns whether they have. */
  readonly waitForReads: (position: Position) => Promise<boolean>;
  /** IANA zone of entries whose creator's client sent none. */
  readonly defaultTimeZone: string;
};

/** What identifies a request, as far as events remember it. */
export type Cause = {
  readonly actorId: string;
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
