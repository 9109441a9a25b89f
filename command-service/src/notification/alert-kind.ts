import type { Alert } from '@quorum/contracts/notification/alert.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Context } from '../handling/context.ts';

/** Recipient of an alert. `isLimited`: it counts towards the limit per person and hour. */
export type Recipient = { readonly userId: string; readonly isLimited: boolean };

export type AlertContext = Context & {
  /** Whether a person has read a chat up to a message, as far as any of their browsers has said. */
  readonly hasRead: (userId: string, groupId: string, order: string) => Promise<boolean>;
};

/** Seconds for which an alert waits for a browser that is away. */
export const ALERT_TTL_SECONDS = 4 * 3600;

/** Seconds for which the alert of an event still waits for a browser that is away. @param now milliseconds */
export const ttlLeft = ({ recordedAt }: StoredEvent, now: number): number =>
  ALERT_TTL_SECONDS - Math.ceil((now - Date.parse(recordedAt)) / 1000);

/** An alert as it goes out. `ttl`: seconds for which it waits for a browser that is away. */
export type Outgoing = Alert & { readonly ttl: number; readonly isUrgent: boolean };

/** The alert that events of one type cause. Another kind of alert is one more of these, in `alert-kinds.ts`. */
export type AlertKind<E> = {
  /** Milliseconds from the event until the alert goes out. An alert that became pointless during that time is dropped. */
  readonly delay: number;
  /** A cheap check, made in the order of the log. If absent, every event of the type may alert. */
  readonly mayConcern?: (event: E) => boolean;
  /** The subscribers whom it concerns and who want such alerts. Called after the delay. */
  readonly recipients: (
    context: AlertContext,
    event: E,
    subscribers: ReadonlySet<string>,
  ) => Promise<readonly Recipient[]>;
  /**
   * The current alert, built right before each attempt to send it, so that it holds no deleted or erased text;
   * undefined once it has become pointless.
   */
  readonly alert: (
    context: AlertContext,
    event: E,
    to: { readonly userId: string; readonly timeZone: string },
  ) => Promise<Outgoing | undefined>;
};

export type AlertKinds = { readonly [T in EventType]?: AlertKind<EventOf<T>> };
