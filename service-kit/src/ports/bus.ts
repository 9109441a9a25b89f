import type { Position } from './event-log.ts';
import type { Change } from './read-store.ts';

export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}

/** Someone started or stopped typing. Never stored. */
export type TypingNotice = {
  readonly groupId: string;
  readonly userId: string;
  readonly isTyping: boolean;
};

/** How far someone has read a chat, for their other browsers. Never stored. */
export type ReadNotice = {
  readonly userId: string;
  readonly groupId: string;
  readonly messageId: string;
  readonly order: string;
};

export type BusMessage =
  /** Changes committed to the read models, in sequence order, and the checkpoint reached. */
  | {
      readonly kind: 'changes';
      readonly position: Position;
      readonly changes: readonly Change[];
      /** A message before this one may not have arrived. */
      readonly afterLoss?: boolean;
    }
  | { readonly kind: 'typing'; readonly notice: TypingNotice }
  | { readonly kind: 'read'; readonly notice: ReadNotice };

/**
 * Carries thin changes from projections to every gateway, at most once per subscriber. A gateway detects a lost change by the gap
 * in the sequence and reads it from the read store. An engine may split a message into one part per audience.
 */
export interface Bus {
  /**
   * Resolves when the message is on its way. @throws BusUnavailableError after 2 seconds at most. The engine keeps trying; what
   * it finally gives up is lost.
   */
  publish(message: BusMessage): Promise<void>;
  /**
   * Every subscriber receives every message published after this resolves, or, if the engine is down, after it is back.
   * @returns a function that unsubscribes. @throws BusUnavailableError if the engine refuses the account
   */
  subscribe(handler: (message: BusMessage) => void): Promise<() => Promise<void>>;
  /** Resolves when the engine answers. @throws BusUnavailableError */
  ping(): Promise<void>;
  close(): Promise<void>;
}
