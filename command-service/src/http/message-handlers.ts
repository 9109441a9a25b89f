import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Accepted } from '../application/aggregates.ts';
import { answerMessage, refuseRepeat } from '../application/answers.ts';
import type { Cause, Context } from '../application/context.ts';
import { deleteMessage, editMessage, react, sendMessage } from '../application/messages.ts';
import type { Message } from '../domain/message/message.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type MessageRoutes = 'sendMessage' | 'editMessage' | 'deleteMessage' | 'addReaction' | 'removeReaction';

export const messageHandlers = (context: Context): Pick<Handlers<'command'>, MessageRoutes> => {
  const answer = async (accepted: Accepted<Message>, { actorId }: Cause) =>
    (await refuseRepeat(context, accepted, accepted.state.groupId, actorId)) ?? {
      body: { message: await answerMessage(context, accepted.state) },
      position: accepted.position,
    };
  return {
    sendMessage: async (call) => {
      const cause = causeOf(call);
      const sent = await sendMessage(context, call.body, cause);
      return isRefusal(sent) ? sent : answer(sent, cause);
    },
    editMessage: async (call) => {
      const messageId = call.params.id;
      if (!isId(messageId)) return refuse('message/not-found');
      const cause = causeOf(call);
      const edited = await editMessage(context, messageId, call.body.content, cause);
      return isRefusal(edited) ? edited : answer(edited, cause);
    },
    deleteMessage: async (call) => {
      const messageId = call.params.id;
      if (!isId(messageId)) return refuse('message/not-found');
      const deleted = await deleteMessage(context, messageId, causeOf(call));
      return isRefusal(deleted) ? deleted : { body: { success: true }, position: deleted.position };
    },
    addReaction: async (call) => {
      const messageId = call.params.id;
      if (!isId(messageId)) return refuse('message/not-found');
      const reacted = await react(context, messageId, call.body.emoji, 'add', causeOf(call));
      return isRefusal(reacted) ? reacted : { body: { success: true }, position: reacted.position };
    },
    removeReaction: async (call) => {
      const messageId = call.params.id;
      if (!isId(messageId)) return refuse('message/not-found');
      const reacted = await react(context, messageId, call.body.emoji, 'remove', causeOf(call));
      return isRefusal(reacted) ? reacted : { body: { success: true }, position: reacted.position };
    },
  };
};
