import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { MessagesAroundView } from '@quorum/contracts/report/wire.ts';
import { maskFeedAddresses } from '@quorum/contracts/text/feed-addresses.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageJoins, presentMessages } from '@quorum/service-kit/reads/message.ts';
import { fromAggregates } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

const ON_EACH_SIDE = 3;

const masked = (message: MessageView): MessageView => ({
  ...message,
  content: maskFeedAddresses(message.content),
  linkPreviews: message.linkPreviews.map((preview) => ({ ...preview, url: maskFeedAddresses(preview.url) })),
  replyTo: message.replyTo && masked(message.replyTo),
});

/** The messages next to a reported one, as they are now. None once that is erased. */
export const messagesAround = async (
  context: DecideContext,
  messageId: string | undefined,
): Promise<MessagesAroundView> => {
  const { active } = context.reads;
  const reported = messageId === undefined ? undefined : await active.get('messages', messageId);
  if (reported === undefined) return { before: [], after: [] };
  const next = (direction: 'asc' | 'desc') =>
    active.query('messages', {
      where: { groupId: reported.groupId },
      order: { field: 'order', direction },
      after: { value: reported.order, id: reported.id },
      limit: ON_EACH_SIDE,
    });
  const [before, after] = await Promise.all([next('desc'), next('asc')]);
  const joins = { ...joinsFrom(fromAggregates(context), messageJoins), reactions: async () => new Map() };
  const shown = async (messages: typeof before) => (await presentMessages(joins, messages)).map(masked);
  return { before: await shown(before.toReversed()), after: await shown(after) };
};
