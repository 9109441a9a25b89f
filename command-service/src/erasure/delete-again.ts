import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { ERASURE, messageStream } from '@quorum/domain/message/events.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import { Aggregates, type StreamCommand } from '../handling/aggregates.ts';
import type { CommandMetadata } from '../handling/context.ts';

/** An event is deleted for good. */
export type Deletable = 'account' | 'group' | 'message' | 'event';

/**
 * Repeats on a restored log what its backup does not know, by the commands of the first time. The process managers of the next start
 * do the rest.
 */
export class DeleteAgain {
  readonly #aggregates: Aggregates;

  constructor(events: EventStore) {
    this.#aggregates = new Aggregates(events);
  }

  /** @returns whether there was something to delete. */
  delete(kind: Deletable, id: string): Promise<boolean> {
    const metadata = metadataOf(`${kind} ${id}`);
    switch (kind) {
      case 'account':
        return this.#handle({
          decider: userDecider,
          stream: userStream(id),
          command: { type: 'DeleteAccount', reason: 'own-wish' },
          metadata,
          facts: () => ({ now: 0 }),
        });
      case 'group':
        return this.#deleteGroup(id, metadata);
      case 'message':
        return this.#handle({
          decider: messageDecider,
          stream: messageStream(id),
          command: { type: 'DeleteMessage' },
          metadata,
          facts: () => ({ actorId: ERASURE }),
        });
      case 'event':
        return this.#purgeEntry(id, metadata);
    }
  }

  async #purgeEntry(id: string, metadata: CommandMetadata): Promise<boolean> {
    const entry = { decider: entryDecider, stream: entryStream(id), facts: () => undefined };
    await this.#handle({ ...entry, command: { type: 'CancelEntry' }, metadata: metadataOf(`deletion of event ${id}`) });
    return this.#handle({ ...entry, command: { type: 'PurgeEntry' }, metadata });
  }

  /** @param stream of a session. @returns whether it was running. */
  endSession(stream: string): Promise<boolean> {
    return this.#handle({
      decider: sessionDecider,
      stream,
      command: { type: 'EndSession', reason: 'revoked' },
      metadata: metadataOf(stream),
      facts: ({ userId: actorId }) => ({ actorId, now: 0 }),
    });
  }

  async #deleteGroup(id: string, metadata: CommandMetadata): Promise<boolean> {
    const stream = groupStream(id);
    const { name } = await this.#aggregates.load(groupDecider, stream);
    return this.#handle({
      decider: groupDecider,
      stream,
      command: { type: 'DeleteGroup', confirmationName: name ?? '' },
      metadata,
      facts: ({ ownerId: actorId }) => ({ actorId }),
    });
  }

  async #handle<C, S, F>(command: StreamCommand<C, S, F>): Promise<boolean> {
    const outcome = await this.#aggregates.handle(command);
    return !isRefusal(outcome) && !outcome.repeated && outcome.events.length > 0;
  }
}

const metadataOf = (what: string): CommandMetadata => ({
  actorId: 'system:restore',
  commandId: `restore:${what}`,
  commandDigest: undefined,
  correlationId: `restore:${what}`,
});
