import type { Position } from '@quorum/service-kit/ports/event-log.ts';

type Command = {
  readonly id: string;
  readonly digest: string | undefined;
  /** Position of its last event in the log. */
  readonly position: Position;
};

/**
 * Maximum number of commands remembered. Callers repeat within minutes, and a long-lived stream must not be kept in memory in
 * full.
 */
export const RECENT_COMMANDS = 256;

/** The commands that a stream's last events came from. Most streams know only one, which needs no map. */
export class RecentCommands {
  #last: Command | undefined;
  #earlier: Map<string, Command> | undefined;

  get(id: string): Command | undefined {
    return this.#last?.id === id ? this.#last : this.#earlier?.get(id);
  }

  note(id: string, digest: string | undefined, position: Position): void {
    const before = this.#last;
    this.#last = { id, digest, position };
    if (before === undefined || before.id === id) return;
    this.#earlier ??= new Map();
    this.#earlier.delete(id);
    this.#earlier.set(before.id, before);
    if (this.#earlier.size >= RECENT_COMMANDS) this.#earlier.delete(this.#earlier.keys().next().value as string);
  }
}
