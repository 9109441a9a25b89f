import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { People } from '@quorum/service-kit/reads/account.ts';
import { type EntryDocument, eventView } from '@quorum/service-kit/reads/entry.ts';
import type { GroupDocument } from '@quorum/service-kit/reads/group.ts';
import { type MessageDocument, messageView, type ReactionDocument } from '@quorum/service-kit/reads/message.ts';
import { type LinkIn, loadPeople, type Reading } from '../reading/context.ts';

/** Maximum reactions per message: the palette's eight by every member. Not a page size. */
const MAX_REACTIONS = 100_000;

type Messages = readonly MessageDocument[];

/** Everything that messages refer to by id, fetched with one look-up per kind. */
type Joins = {
  /** The messages themselves, and those they reply to. */
  readonly messages: ReadonlyMap<string, MessageDocument>;
  readonly entries: ReadonlyMap<string, EntryDocument>;
  readonly groups: ReadonlyMap<string, GroupDocument>;
  readonly people: People;
  readonly reactions: ReadonlyMap<string, readonly ReactionDocument[]>;
};

const withAnswered = async ({ reads }: Reading, messages: Messages): Promise<Map<string, MessageDocument>> => {
  const known = new Map(messages.map((message) => [message.id, message]));
  const answered = new Set(
    messages.flatMap(({ replyTo }) => (replyTo === null || known.has(replyTo) ? [] : [replyTo])),
  );
  const found = await reads.active.getMany('messages', [...answered]);
  return new Map([...known, ...found]);
};

/** In chronological order. */
const reactionsTo = async ({ reads }: Reading, messages: Messages): Promise<Joins['reactions']> => {
  const found = await reads.active.query('reactions', {
    where: { messageId: messages.map(({ id }) => id) },
    order: { field: 'at', direction: 'asc' },
    limit: MAX_REACTIONS,
  });
  const byMessage = new Map<string, ReactionDocument[]>();
  for (const reaction of found) {
    const known = byMessage.get(reaction.messageId);
    if (known === undefined) byMessage.set(reaction.messageId, [reaction]);
    else known.push(reaction);
  }
  return byMessage;
};

const load = async (context: Reading, shown: Messages): Promise<Joins> => {
  const { active } = context.reads;
  const messages = await withAnswered(context, shown);
  const all = [...messages.values()];
  const announced = all.flatMap(({ kind, id }) => (kind === 'entry' ? [id] : []));
  const [entries, reactions] = await Promise.all([active.getMany('entries', announced), reactionsTo(context, shown)]);
  const planned = [...entries.values()];
  const [groups, people] = await Promise.all([
    active.getMany('groups', [...new Set(planned.map(({ groupId }) => groupId))]),
    loadPeople(context, [...all.map(({ senderId }) => senderId), ...planned.map(({ creatorId }) => creatorId)]),
  ]);
  return { messages, entries, groups, people, reactions };
};

/** Messages as clients see them, with senders, reactions, announced entries and replied-to messages joined. */
export const presentMessages = async (context: Reading, messages: Messages, linkIn: LinkIn): Promise<MessageView[]> => {
  if (messages.length === 0) return [];
  const joins = await load(context, messages);

  const view = (message: MessageDocument, replyTo: MessageView | null): MessageView => {
    const entry = joins.entries.get(message.id);
    const link = linkIn(message.groupId);
    const groupName = entry === undefined ? '' : (joins.groups.get(entry.groupId)?.name ?? '');
    return messageView(
      message,
      {
        sender: joins.people.get(message.senderId),
        reactions: joins.reactions.get(message.id) ?? [],
        entry: entry === undefined ? undefined : eventView(entry, groupName, joins.people.get(entry.creatorId), link),
        replyTo,
      },
      link,
    );
  };
  // A reply to an erased message still shows that it was a reply.
  const replyView = (message: MessageDocument): MessageView | null => {
    const { replyTo } = message;
    return replyTo === null ? null : view(joins.messages.get(replyTo) ?? erased(message, replyTo), null);
  };
  return messages.map((message) => view(message, replyView(message)));
};

const erased = (reply: MessageDocument, id: string): MessageDocument => ({
  ...reply,
  id,
  revision: '',
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
