import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerMessage } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { deleteMessage, editMessage, react, sendMessage } from '../application/messages.ts';
import { causeOf } from './cause.ts';
import { withId } from './ids.ts';
import { replyDone, replyWith } from './reply.ts';

type MessageRoutes = 'sendMessage' | 'editMessage' | 'deleteMessage' | 'addReaction' | 'removeReaction';

export const messageHandlers = (context: Context): Pick<Handlers<'command'>, MessageRoutes> => ({
  sendMessage: (call) =>
    replyWith('message', sendMessage(context, call.body, causeOf(call)), (accepted) =>
      answerMessage(context, accepted, call.actor.userId),
    ),
  editMessage: (call) =>
    withId(call.params.id, 'message/not-found', (messageId) =>
      replyWith('message', editMessage(context, messageId, call.body.content, causeOf(call)), (accepted) =>
        answerMessage(context, accepted, call.actor.userId),
      ),
    ),
  deleteMessage: (call) =>
    withId(call.params.id, 'message/not-found', (messageId) =>
      replyDone(deleteMessage(context, messageId, causeOf(call))),
    ),
  addReaction: (call) =>
    withId(call.params.id, 'message/not-found', (messageId) =>
      replyDone(react(context, messageId, call.body.emoji, 'add', causeOf(call))),
    ),
  removeReaction: (call) =>
    withId(call.params.id, 'message/not-found', (messageId) =>
      replyDone(react(context, messageId, call.body.emoji, 'remove', causeOf(call))),
    ),
});
