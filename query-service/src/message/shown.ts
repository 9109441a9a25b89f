import { presentMessages } from '@quorum/service-kit/reads/message.ts';
import { presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { joinsOf } from '../reading/context.ts';
import { byId, find, inField, type Loaders, named } from '../reading/shown.ts';

/** What frames show of it. */
export const messagesShown = {
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
