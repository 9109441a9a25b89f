import type { Position } from '@quorum/service-kit/ports/event-log.ts';

type Command = {
  readonly id: string;
  readonly digest: string | undefined;
  /** Position of its last event in the log. */
  readonly position: Position;
  /** When that event was recorded, in milliseconds since 1970. */
  readonly at: number;
};

/** Milliseconds in which a repeated command is recognized. */
const REPEATABLE_MS = 24 * 3_600_000;

/** The commands that a stream's events of the last 24 hours came from. Most streams know only one, which needs no map. */
export class RecentCommands {
  #last: Command | undefined;
  #earlier: Map<string, Command> | undefined;

  get(id: string): Command | undefined {
    return this.#last?.id === id ? this.#last : this.#earlier?.get(id);
  }

  note(command: Command): void {
    const before = this.#last;
    this.#last = command;
    if (before === undefined || before.id === command.id) return;
    this.#earlier ??= new Map();
    this.#earlier.delete(command.id);
    this.#earlier.delete(before.id);
    this.#earlier.set(before.id, before);
    for (const [id, { at }] of this.#earlier) {
      if (at >= command.at - REPEATABLE_MS) return;
      this.#earlier.delete(id);
    }
  }
}
