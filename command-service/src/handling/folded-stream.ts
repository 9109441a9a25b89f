import type { Fold } from '@quorum/domain/decider.ts';
import { subjectsOf } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position, Revision } from '@quorum/service-kit/ports/event-log.ts';
import { roughSize } from '@quorum/service-kit/rough-size.ts';
import { RecentCommands } from './recent-commands.ts';

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

const EVENT = 300;

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
    folded.size += EVENT + roughSize(event.data);
    for (const subject of subjectsOf(event)) folded.subjects.add(subject);
    const { commandId: id, commandDigest: digest } = event.metadata;
    folded.commands.note({ id, digest, position: event.position, at: Date.parse(event.recordedAt) });
  }
};
