import type { Position } from './event-log.ts';

/**
 * Stored by (model, position): parking the same event again replaces the entry. `model` is `{model}@{generation}`, or the name of
 * a process manager.
 */
export type ParkedEvent = {
  readonly model: string;
  readonly position: Position;
  /** Position of the previous event in the log: a reader that starts there gets this event first. */
  readonly after: Position;
  readonly stream: string;
  readonly eventId: string;
  readonly type: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
};

/** Events that a model or a process manager could not process. A commit parks and unparks them. */
export interface ParkedEvents {
  parked(model?: string): Promise<readonly ParkedEvent[]>;

  /** How many events some models have parked, without reading them. */
  countParked(models: readonly string[]): Promise<number>;
}
