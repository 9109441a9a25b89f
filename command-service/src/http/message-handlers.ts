import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerMessage } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { deleteMessage, editMessage, react, sendMessage } from '../application/messages.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type MessageRoutes = 'sendMessage' | 'editMessage' | 'deleteMessage' | 'addReaction' | 'removeReaction';

export const messageHandlers = (context: Context): Pick<Handlers<'command'>, MessageRoutes> => ({
  sendMessage: async (call) => {
    const sent = await sendMessage(context, call.body, causeOf(call));
    if (isRefusal(sent)) return sent;
    return { body: { message: await answerMessage(context, sent.state) }, position: sent.position };
  },
  editMessage: async (call) => {
    const messageId = call.params.id;
    if (!isId(messageId)) return refuse('message/not-found');
    const edited = await editMessage(context, messageId, call.body.content, causeOf(call));
    if (isRefusal(edited)) return edited;
    return { body: { message: await answerMessage(context, edited.state) }, position: edited.position };
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
});
