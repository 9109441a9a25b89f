import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider } from '../decider.ts';
import type { Message } from '../message/decider.ts';

/** The last message a person has read in a chat. */
export type Reading = { readonly messageId: string | undefined; readonly at: string };

export type ReadingCommand = { readonly type: 'ReadUpTo'; readonly groupId: string; readonly messageId: string };

export type ReadingFacts = {
  readonly actorId: string;
  /** When the current membership began; `undefined` outside the group. */
  readonly joinedAt: string | undefined;
  readonly message: Pick<Message, 'status' | 'id' | 'groupId' | 'order'>;
  /** The message read so far. */
  readonly last: Pick<Message, 'order'> | undefined;
};

export const readingDecider: Decider<ReadingCommand, Reading, ReadingFacts> = {
  initial: { messageId: undefined, at: '' },
  /** Reading only moves forward within one membership, and starts over with the next. */
  decide: ({ groupId }, reading, { actorId, joinedAt, message, last }) => {
    if (message.status === 'none' || message.groupId !== groupId) return refuse('message/not-found');
    const isCurrent = joinedAt !== undefined && reading.at >= joinedAt;
    if (isCurrent && last !== undefined && last.order >= message.order) return [];
    return [{ type: 'GroupRead', data: { userId: actorId, groupId, messageId: message.id } }];
  },
  evolve: (reading, event) =>
    event.type === 'GroupRead' ? { messageId: event.data.messageId, at: event.recordedAt } : reading,
};
