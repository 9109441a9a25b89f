import { limits } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { collections, type MessageDocument } from '@quorum/service-kit/documents/collections.ts';
import type { Context, LinkIn } from './context.ts';
import { presentMessages } from './present-messages.ts';

/** The message that a page starts before or after; undefined for the newest page. */
const findAnchor = async (
  { reads }: Pick<Context, 'reads'>,
  groupId: string,
  id: string | undefined,
): Promise<MessageDocument | undefined | Refusal> => {
  if (id === undefined) return undefined;
  const anchor = await reads.active.get<MessageDocument>(collections.messages.name, id);
  return anchor?.groupId === groupId ? anchor : refuse('message/not-found');
};

/** One page of a chat, oldest first: the newest messages, or those before or after a message. */
export const messagePage = async (
  context: Context,
  groupId: string,
  { before, after, limit = limits.messagePage }: QueryOf<'messages'>,
  linkIn: LinkIn,
): Promise<{ messages: MessageView[]; hasMore: boolean } | Refusal> => {
  const { active } = context.reads;
  const anchor = await findAnchor(context, groupId, before ?? after);
  if (isRefusal(anchor)) return anchor;
  const forward = after !== undefined && before === undefined;
  const page = await active.query<MessageDocument>(collections.messages.name, {
    where: { groupId },
    order: { field: 'order', direction: forward ? 'asc' : 'desc' },
    limit: limit + 1,
    ...(anchor === undefined ? {} : { after: { value: anchor.order, id: anchor.id } }),
  });
  const hasMore = page.length > limit;
  const found = page.slice(0, limit);
  return { messages: await presentMessages(context, forward ? found : [...found].reverse(), linkIn), hasMore };
};
