import type { Position } from './event-log.ts';
import type { Change } from './read-store.ts';

export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}

/** Somebody is typing, or has stopped. Never stored. */
export type TypingNotice = {
  readonly groupId: string;
  readonly userId: string;
  readonly isTyping: boolean;
};

export type BusMessage =
  /** Changes committed to the read models, in the order of their sequences, and the checkpoint reached. */
  | {
      readonly kind: 'changes';
      readonly position: Position;
      readonly changes: readonly Change[];
    }
  | { readonly kind: 'typing'; readonly notice: TypingNotice };

/**
 * Carries thin notices from projections to every gateway. Delivery is at most once per subscriber: a lost change is
 * found by its gap in the sequence and read from the read store. An engine may deliver a message of changes in parts, one
 * for each audience.
 */
export interface Bus {
  /**
   * Resolves when the message is on its way. @throws BusUnavailableError after a bounded time (2 s), while the engine goes
   * on trying; what it must give up in the end is lost.
   */
  publish(message: BusMessage): Promise<void>;
  /**
   * Every subscriber gets every message published after it resolved. @returns how to stop.
   * @throws BusUnavailableError
   */
  subscribe(handler: (message: BusMessage) => void): Promise<() => Promise<void>>;
  /** Resolves when the engine answers. @throws BusUnavailableError */
  ping(): Promise<void>;
  close(): Promise<void>;
}
