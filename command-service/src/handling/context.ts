import type { SmsBudget } from '@quorum/domain/sms-budget/decider.ts';
import type { AddressNames } from '@quorum/service-kit/http/admission/address-names.ts';
import type { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';
import type { SubjectKeys } from '@quorum/service-kit/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import type { PushEnd, PushSender } from '@quorum/service-kit/ports/push-sender.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { SmsOutbox, SmsSender } from '@quorum/service-kit/ports/sms-sender.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import type { Logger } from 'pino';
import type { StoredBytes } from '../file/stored-bytes.ts';
import type { PhoneDirectory } from '../phone/phone-directory.ts';
import type { Secrets } from '../session/secrets.ts';
import type { Aggregates } from './aggregates.ts';

export type { CommandMetadata } from './command-metadata.ts';

/** For decisions on aggregates. */
export type DecideContext = {
  readonly aggregates: Aggregates;
  readonly events: EventStore;
  /** For counts, and for process managers, which look up what belongs to a person or group. Commands decide on aggregates. */
  readonly reads: ReadEngine<Reads>;
  readonly keys: SubjectKeys;
  readonly secrets: Secrets;
  readonly addresses: AddressNames;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Waits a limited time until the read models have reached a position. @returns whether they have. */
  readonly waitForReads: (position: Position) => Promise<boolean>;
  /** IANA zone for entries whose creator's client sent none. */
  readonly defaultTimeZone: string;
};

/** For commands that store files or texts as well. */
export type FileContext = DecideContext & {
  readonly files: FileStore;
  readonly links: LinkFetcher;
  readonly storedBytes: StoredBytes;
};

/** For commands on phone numbers, which send text messages. */
export type PhoneContext = DecideContext & {
  readonly sms: SmsSender;
  /** The development sender, absent when real messages are sent. */
  readonly outbox: SmsOutbox | undefined;
  readonly phones: PhoneDirectory;
  /** Attempts that reveal whether a number has an account, by address and by account. In memory, because a denied attempt leaves no event. */
  readonly numberProbes: RateLimit;
  /**
   * Codes sent per number, whatever its name. The count in the log is lost with the number's name, which anyone can cause by
   * requesting a code and deleting the account. In memory, because nothing stored may identify the number.
   */
  readonly numberSends: RateLimit;
  /** Limits on text messages for the whole product; unlimited if absent. */
  readonly smsBudget: SmsBudget | undefined;
  /** Called with the used share, from 0 to 1. */
  readonly onSmsShare?: (share: number) => void;
  readonly supportEmail: string;
};

/** For those who compose handlers, and for process managers. */
export type Context = FileContext &
  PhoneContext & {
    /** Absent if pushes are turned off. */
    readonly push: PushSender | undefined;
    /** Called with how each push ended. */
    readonly onPush?: (outcome: PushEnd) => void;
  };
