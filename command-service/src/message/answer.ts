import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { Message } from '@quorum/domain/message/decider.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageDocument, messageJoins, presentMessages, reactionViews } from '@quorum/service-kit/reads/message.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, only, refuseRepeat } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

/** The message view for the sender of a command. */
export const answerMessage = async (
  context: DecideContext,
  accepted: Accepted<Message>,
  viewerId: string,
): Promise<{ readonly message: MessageView } | Refusal> => {
  const { state: posted } = accepted;
  const refusal = await refuseRepeat(context, accepted, posted.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const reactions = new Map([[posted.id, reactionViews(posted.reactions.values(), viewerId)]]);
  const joins = { ...joinsFrom(fromAggregates(context), messageJoins), reactions: async () => reactions };
  return { message: only(await presentMessages(joins, [messageDocument(posted)])) };
};
