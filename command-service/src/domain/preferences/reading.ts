import { rules } from '@quorum/contracts/wire/policy.ts';
import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';
import type { Message } from '../message/message.ts';
import type { AskingMember } from './preferences.ts';

/** The last message that one person has read in one chat. */
export type Reading = { readonly messageId: string | undefined; readonly at: string };

export const readingAggregate: Aggregate<Reading> = {
  category: 'reading',
  initial: () => ({ messageId: undefined, at: '' }),
  evolve: (state, event) =>
    event.type === 'GroupRead' ? { messageId: event.data.messageId, at: event.recordedAt } : state,
};

/**
 * Reading only moves forward, within one membership: its marker goes when the member goes.
 * @param last the message read so far, when there is one.
 */
export const decideRead = (
  reading: Reading,
  asking: AskingMember,
  groupId: string,
  message: Message,
  last: Message | undefined,
): Decision => {
  const refusal = rules.chat(asking);
  if (refusal !== undefined) return refusal;
  if (message.status === 'none' || message.groupId !== groupId) return refuse('message/not-found');
  const holds = asking.joinedAt !== undefined && reading.at >= asking.joinedAt;
  if (holds && last !== undefined && last.order >= message.order) return [];
  return [{ type: 'GroupRead', data: { userId: asking.actorId, groupId, messageId: message.id } }];
};
