import { groupAudience } from '@quorum/contracts/wire/socket.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { filesByDate, linksByDate } from '../application/media.ts';
import { messagePage } from '../application/messages.ts';
import { inGroup } from './in-group.ts';
import { readAt } from './read-at.ts';

type MessageRoutes = 'messages' | 'filesByDate' | 'imagesByDate' | 'linksByDate';

type ChatCall = {
  readonly params: Readonly<Record<string, string>>;
  readonly actor: { readonly userId: string };
};

export const messageHandlers = (context: Context): Pick<Handlers<'query'>, MessageRoutes> => {
  const inChat = <R>({ params, actor }: ChatCall, answer: (groupId: string) => Promise<R>) =>
    inGroup(context, { groupId: params.groupId, actorId: actor.userId, rule: 'chat' }, ({ group }) => answer(group.id));
  return {
    messages: (call) =>
      inChat(call, (groupId) =>
        readAt(context.reads, groupAudience(groupId), () => messagePage(context, groupId, call.query)),
      ),
    filesByDate: (call) =>
      inChat(call, async (groupId) => ({
        body: { filesByDate: await filesByDate(context, groupId, 'files', call.query) },
      })),
    imagesByDate: (call) =>
      inChat(call, async (groupId) => ({
        body: { imagesByDate: await filesByDate(context, groupId, 'images', call.query) },
      })),
    linksByDate: (call) =>
      inChat(call, async (groupId) => ({ body: { linksByDate: await linksByDate(context, groupId, call.query) } })),
  };
};
