import {
  collections,
  type EntryDocument,
  type GroupDocument,
  type MessageDocument,
  type ReactionDocument,
} from '@quorum/contracts/documents/collections.ts';
import { eventView, messageView } from '@quorum/contracts/documents/present.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { type Context, linkOf, loadPeople } from './context.ts';

/** Reactions of one message are at most the palette's eight by every member; a bound, not a page. */
const MOST_REACTIONS = 100_000;

/** Messages as clients see them: senders, reactions, announced entries and answered messages joined in. */
export const presentMessages = async (
  context: Context,
  messages: readonly MessageDocument[],
): Promise<MessageView[]> => {
  if (messages.length === 0) return [];
  const { active } = context.reads;
  const present = new Set(messages.map((message) => message.id));
  const answeredIds = [...new Set(messages.flatMap((message) => (message.replyTo === null ? [] : [message.replyTo])))];
  const answered = new Map(messages.map((message) => [message.id, message]));
  const missing = answeredIds.filter((id) => !present.has(id));
  for (const [id, message] of await active.getMany<MessageDocument>(collections.messages.name, missing))
    answered.set(id, message);

  const entryIds = [...answered.values()].flatMap((message) => (message.kind === 'entry' ? [message.id] : []));
  const [entries, reactions] = await Promise.all([
    active.getMany<EntryDocument>(collections.entries.name, entryIds),
    active.query<ReactionDocument>(collections.reactions.name, {
      where: { messageId: [...present] },
      order: { field: 'at', direction: 'asc' },
      limit: MOST_REACTIONS,
    }),
  ]);
  const groups = await active.getMany<GroupDocument>(collections.groups.name, [
    ...new Set([...entries.values()].map((entry) => entry.groupId)),
  ]);
  const people = await loadPeople(
    context,
    [...answered.values()]
      .map((message) => message.senderId)
      .concat([...entries.values()].map((entry) => entry.creatorId)),
  );
  const reactionsOf = new Map<string, ReactionDocument[]>();
  for (const reaction of reactions) {
    const known = reactionsOf.get(reaction.messageId);
    if (known === undefined) reactionsOf.set(reaction.messageId, [reaction]);
    else known.push(reaction);
  }
  const link = linkOf(context);

  const view = (message: MessageDocument, replyTo: MessageView | null): MessageView => {
    const entry = entries.get(message.id);
    const groupName = entry === undefined ? '' : (groups.get(entry.groupId)?.name ?? '');
    return messageView(
      message,
      {
        sender: people.get(message.senderId),
        reactions: reactionsOf.get(message.id) ?? [],
        entry: entry === undefined ? undefined : eventView(entry, groupName, people.get(entry.creatorId), link),
        replyTo,
      },
      link,
    );
  };
  // A reply to something that is gone for good still says that it was a reply.
  const replyView = (message: MessageDocument): MessageView | null => {
    if (message.replyTo === null) return null;
    const target = answered.get(message.replyTo);
    return view(target ?? erased(message, message.replyTo), null);
  };
  return messages.map((message) => view(message, replyView(message)));
};

const erased = (reply: MessageDocument, id: string): MessageDocument => ({
  ...reply,
  id,
  senderId: '',
  kind: 'text',
  text: null,
  file: null,
  fileName: null,
  replyTo: null,
  previews: null,
  edited: false,
  deleted: true,
});

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
