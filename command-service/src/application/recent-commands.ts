import type { Position } from '@quorum/service-kit/ports/event-log.ts';

type Command = {
  readonly id: string;
  readonly digest: string | undefined;
  /** Of its last event in the stream. */
  readonly position: Position;
};

/**
 * The most commands that are remembered. A caller repeats within minutes; a stream that goes on for years must not be kept in memory as
 * a list of everything that ever happened to it.
 */
const MOST = 256;

/** Which commands the last events of a stream came from. Most streams know a single one, and no map is made for it. */
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
    if (this.#earlier.size >= MOST) this.#earlier.delete(this.#earlier.keys().next().value as string);
  }
}
