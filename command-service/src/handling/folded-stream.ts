import type { Fold } from '@quorum/domain/decider.ts';
import { subjectsOf } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position, Revision } from '@quorum/service-kit/ports/event-log.ts';
import { roughSize } from '@quorum/service-kit/rough-size.ts';

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

/** The folded state of one stream, and the commands that its events came from. */
export type FoldedStream<S> = {
  state: S;
  revision: Revision | 'none';
  position: Position;
  readonly commands: RecentCommands;
  /** Subjects whose texts the state may contain. The state is discarded once one of their keys is destroyed. */
  readonly subjects: Set<string>;
  /** Approximate bytes of all events, since a fold may keep any part of them. */
  size: number;
};

/** Bytes assumed for a stream without events, and for each event besides its data. */
const BASE_SIZE = 500;

const EVENT_OVERHEAD_BYTES = 300;

export const emptyStream = <S>(aggregate: Fold<S>): FoldedStream<S> => ({
  state: aggregate.initial,
  revision: 'none',
  position: '',
  commands: new RecentCommands(),
  subjects: new Set(),
  size: BASE_SIZE,
});

/** Skips events that another reader has already folded into the same state. */
export const foldInto = <S>(aggregate: Fold<S>, folded: FoldedStream<S>, events: readonly StoredEvent[]): void => {
  for (const event of events) {
    if (folded.revision !== 'none' && event.revision <= folded.revision) continue;
    folded.state = aggregate.evolve(folded.state, event);
    folded.revision = event.revision;
    folded.position = event.position;
    folded.size += EVENT_OVERHEAD_BYTES + roughSize(event.data);
    for (const subject of subjectsOf(event)) folded.subjects.add(subject);
    const { commandId: id, commandDigest: digest } = event.metadata;
    folded.commands.note({ id, digest, position: event.position, at: Date.parse(event.recordedAt) });
  }
};
