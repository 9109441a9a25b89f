import { collections, type MessageDocument } from '@quorum/contracts/documents/collections.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import type { Context } from './context.ts';
import { presentMessages } from './present-messages.ts';

/** One page of a chat, oldest first: the newest, or those before or after a message. */
export const messagePage = async (
  context: Context,
  groupId: string,
  { before, after, limit = limits.messagePage }: QueryOf<'messages'>,
): Promise<{ messages: MessageView[]; hasMore: boolean } | Refusal> => {
  const { active } = context.reads;
  const anchorId = before ?? after;
  const anchor =
    anchorId === undefined ? undefined : await active.get<MessageDocument>(collections.messages.name, anchorId);
  if (anchorId !== undefined && anchor?.groupId !== groupId) return refuse('message/not-found');
  const forward = after !== undefined && before === undefined;
  const page = await active.query<MessageDocument>(collections.messages.name, {
    where: { groupId },
    order: { field: 'order', direction: forward ? 'asc' : 'desc' },
    limit: limit + 1,
    ...(anchor === undefined ? {} : { after: { value: anchor.order, id: anchor.id } }),
  });
  const hasMore = page.length > limit;
  const found = page.slice(0, limit);
  return { messages: await presentMessages(context, forward ? found : [...found].reverse()), hasMore };
};
