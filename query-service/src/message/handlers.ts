import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentMessages } from '@quorum/service-kit/reads/message.ts';
import { presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { type GroupRule, inGroup } from '../group/membership.ts';
import { filesByDate, linksByDate } from '../media/media.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';
import { byId, find, inField, type Loaders, named } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';
import { messagePage } from './messages.ts';

type ChatCall = {
  readonly params: Readonly<Record<string, string>>;
  readonly actor: { readonly userId: string };
};

export const messageHandlers = (context: Reading & Pick<Context, 'clock'>) => {
  const inChat = <R>({ params, actor }: ChatCall, permission: GroupRule, answer: (groupId: string) => Promise<R>) =>
    inGroup(context, { groupId: params.groupId, actorId: actor.userId }, permission, ({ group }) => answer(group.id));
  return {
    messages: (call, permission) =>
      inChat(call, permission, (groupId) =>
        readAt(context.reads, groupAudience(groupId), () =>
          messagePage(context, groupId, call.query, call.actor.userId),
        ),
      ),
    filesByDate: (call, permission) =>
      inChat(call, permission, async (groupId) => {
        const { dates, next } = await filesByDate(context, groupId, 'files', call.query);
        return { body: { filesByDate: dates, ...next } };
      }),
    imagesByDate: (call, permission) =>
      inChat(call, permission, async (groupId) => {
        const { dates, next } = await filesByDate(context, groupId, 'images', call.query);
        return { body: { imagesByDate: dates, ...next } };
      }),
    linksByDate: (call, permission) =>
      inChat(call, permission, async (groupId) => {
        const { dates, next } = await linksByDate(context, groupId, call.query);
        return { body: { linksByDate: dates, ...next } };
      }),
  } satisfies Partial<Handlers<'query'>>;
};

/** The views that frames carry. */
export const messageLoaders = {
  message: {
    idOf: named('messageId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'messages', changes.map(named('messageId')));
      return byId(await presentMessages(joinsOf(context), [...found.values()]));
    },
    into: (_, view) => view as object,
    gone: 'messageDeleted',
    goneData: ({ position }) => ({ isEvent: false, revision: position }),
  },
  notice: {
    idOf: named('noticeId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'notices', changes.map(named('noticeId')));
      return byId(await presentNotices(joinsOf(context), [...found.values()]));
    },
    into: inField('notice'),
  },
} satisfies Partial<Loaders>;
