import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import { stillLinked } from '@quorum/contracts/message/link-preview.ts';
import { mentionEveryone } from '@quorum/contracts/message/rules.ts';
import { EVERYONE, markOf, mentionsIn, replaceMentions } from '@quorum/contracts/text/mentions.ts';
import { OrderedMap } from 'immutable';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { StoredEvent } from '../stored-event.ts';

export type Message = Omit<DataOf<'MessagePosted'>, 'messageId'> & {
  readonly status: 'none' | 'posted' | 'deleted';
  /** By moderation. A message can be deleted first and removed later. */
  readonly removed: boolean;
  readonly id: string;
  /** Position of its posting, which is the order of the chat. */
  readonly order: string;
  readonly postedAt: string;
  /** Position of the last event that changed what it shows. */
  readonly revision: string;
  readonly edited: boolean;
  readonly previews: readonly LinkPreview[] | null;
  /** Keyed by `{userId} {emoji}`, oldest first. */
  readonly reactions: OrderedMap<string, Reaction>;
};

type Identity = Pick<DataOf<'MessagePosted'>, 'messageId' | 'groupId' | 'senderId'>;

type Reaction = { readonly userId: string; readonly emoji: string };

export type MessageCommand =
  | { readonly type: 'PostMessage'; readonly message: DataOf<'MessagePosted'> }
  | { readonly type: 'EditMessage'; readonly text: string }
  | { readonly type: 'DeleteMessage' }
  /** Deletes a message that may not be posted yet. It cannot be posted afterwards. */
  | { readonly type: 'WithdrawMessage'; readonly message: Identity }
  | { readonly type: 'AddReaction' | 'RemoveReaction'; readonly emoji: string }
  /** @param text the text that contained the links. */
  | { readonly type: 'ResolvePreviews'; readonly text: string; readonly previews: LinkPreview[] }
  | { readonly type: 'RemoveMessage'; readonly reportId: string }
  /** The key of a removed message is destroyed. */
  | { readonly type: 'RecordErasure' };

type Mentionable = {
  readonly role: Role | undefined;
  readonly members: { readonly size: number; has(userId: string): boolean };
};

export type MessageFacts = {
  readonly actorId: string;
  readonly repliedTo?: Pick<Message, 'status' | 'groupId'> | undefined;
  /** The group of a text: the writer's role, and the members, of whom the text may mention some. */
  readonly group?: Mentionable;
  /** The message announces an entry that is no longer scheduled. */
  readonly entryGone?: boolean;
};

/** Ids of the stored files of a message: its own, its smaller rendition, and its link preview images. */
export const filesOf = ({ file, previews }: Pick<Message, 'file' | 'previews'>): readonly string[] =>
  [file?.fileId, file?.previewId, ...(previews ?? []).map(({ image }) => image)].filter(
    (fileId) => fileId !== undefined,
  );

const reactionKey = (userId: string, emoji: string): string => `${userId} ${emoji}`;

const identityOf = ({ id: messageId, groupId, senderId }: Message): Identity => ({ messageId, groupId, senderId });

/** A reply must refer to a message of the same group that is not deleted. */
const refuseReply = (groupId: string, repliedTo: MessageFacts['repliedTo']): Refusal | undefined => {
  if (repliedTo === undefined) return undefined;
  if (repliedTo.status === 'none' || repliedTo.groupId !== groupId) return refuse('message/reply-target-unknown');
  return repliedTo.status === 'deleted' ? refuse('message/deleted') : undefined;
};

const compared = ['senderId', 'groupId', 'kind', 'text', 'replyTo', 'fileName'] as const;

/** The same id with another sender, text or reply is not a repeat. */
const isSameMessage = (message: Message, posted: DataOf<'MessagePosted'>): boolean =>
  compared.every((field) => message[field] === posted[field]) && message.file?.size === posted.file?.size;

type Content = Pick<DataOf<'MessageEdited'>, 'text' | 'mentions' | 'everyone'>;

/** Keeps the marks of members. Those of others become plain text, so that an id reveals no name. */
const marked = (text: string, named: readonly string[], { role, members }: Mentionable): Content | Refusal => {
  const everyone = named.includes(EVERYONE);
  const mentions = named.filter((id) => id !== EVERYONE && members.has(id));
  if (mentions.length > limits.mentions) return refuse('message/too-many-mentions');
  const denied = everyone ? mentionEveryone({ role, memberCount: members.size }) : undefined;
  const kept = new Set([EVERYONE, ...mentions]);
  const content = replaceMentions(text, (id) => (kept.has(id) ? markOf(id) : '@someone'));
  return denied ?? { text: content, ...(mentions.length > 0 && { mentions }), ...(everyone && { everyone }) };
};

const judgeMentions = (text: string | null, { group }: MessageFacts): Content | Refusal => {
  const named = mentionsIn(text ?? '');
  return text === null || group === undefined || named.length === 0 ? { text } : marked(text, named, group);
};

const post = (message: Message, sent: DataOf<'MessagePosted'>, facts: MessageFacts): Decision => {
  const content = judgeMentions(sent.text, facts);
  const refusal = refuseReply(sent.groupId, facts.repliedTo);
  if (refusal !== undefined) return refusal;
  if (isRefusal(content)) return content;
  const posted = { ...sent, ...content };
  if (message.status === 'none') return [{ type: 'MessagePosted', data: posted }];
  return isSameMessage(message, posted) ? [] : refuse('request/idempotency-key-reused');
};

const edit = (message: Message, typed: string, facts: MessageFacts): Decision => {
  if (message.status === 'deleted') return refuse('message/deleted');
  if (message.kind !== 'text') return refuse('message/not-editable');
  const content = judgeMentions(typed, facts);
  if (isRefusal(content)) return content;
  return message.text === content.text ? [] : [{ type: 'MessageEdited', data: { ...identityOf(message), ...content } }];
};

/** Deleting twice has no further effect. */
const remove = ({ status }: Message, identity: Identity, by: string): Decision =>
  status === 'deleted' ? [] : [{ type: 'MessageDeleted', data: { ...identity, by } }];

type Reacting = Extract<MessageCommand, { readonly emoji: string }>;

const react = (message: Message, { type, emoji }: Reacting, { actorId: userId, entryGone }: MessageFacts): Decision => {
  if (message.status === 'deleted' || entryGone === true) return refuse('message/deleted');
  const adds = type === 'AddReaction';
  if (message.reactions.has(reactionKey(userId, emoji)) === adds) return [];
  return [{ type: adds ? 'ReactionAdded' : 'ReactionRemoved', data: { ...identityOf(message), userId, emoji } }];
};

/** Each address is fetched once per message, so equal addresses mean equal previews. */
const sameUrls = (some: readonly LinkPreview[], others: readonly LinkPreview[]): boolean =>
  some.length === others.length && some.every(({ url }, index) => others[index]?.url === url);

/** Drops previews if the text was changed or deleted before they were found. */
const resolvePreviews = (message: Message, text: string, previews: LinkPreview[]): Decision => {
  if (message.status !== 'posted' || message.text !== text || sameUrls(previews, message.previews ?? [])) return [];
  return [{ type: 'LinkPreviewsResolved', data: { ...identityOf(message), previews } }];
};

/** Also applies to a message that was deleted before: its texts are still in the log until now. */
const moderate = (message: Message, reportId: string): Decision =>
  message.removed ? [] : [{ type: 'MessageRemoved', data: { ...identityOf(message), reportId } }];

const decide = (command: MessageCommand, message: Message, facts: MessageFacts): Decision => {
  if (command.type === 'PostMessage') return post(message, command.message, facts);
  if (command.type === 'WithdrawMessage') return remove(message, command.message, facts.actorId);
  if (message.status === 'none') return refuse('message/not-found');
  switch (command.type) {
    case 'EditMessage':
      return edit(message, command.text, facts);
    case 'DeleteMessage':
      return remove(message, identityOf(message), facts.actorId);
    case 'ResolvePreviews':
      return resolvePreviews(message, command.text, command.previews);
    case 'RemoveMessage':
      return moderate(message, command.reportId);
    case 'RecordErasure':
      return [{ type: 'MessageErased', data: { messageId: message.id } }];
    default:
      return react(message, command, facts);
  }
};

const noReactions: Message['reactions'] = OrderedMap();

const evolved = (message: Message, event: StoredEvent): Message => {
  switch (event.type) {
    case 'MessagePosted': {
      const { messageId, ...facts } = event.data;
      const { position: order, recordedAt: postedAt } = event;
      const untouched = { removed: false, edited: false, previews: null, reactions: noReactions };
      return { status: 'posted', id: messageId, ...facts, order, postedAt, revision: order, ...untouched };
    }
    case 'MessageEdited': {
      const { text, mentions, everyone } = event.data;
      const previews = message.previews && stillLinked(message.previews, text);
      return { ...message, text, mentions, everyone, edited: true, previews };
    }
    case 'LinkPreviewsResolved':
      return { ...message, previews: event.data.previews };
    case 'MessageDeleted':
    case 'MessageRemoved': {
      const removed = message.removed || event.type === 'MessageRemoved';
      const { messageId: id, groupId, senderId } = event.data;
      const nothing = { text: null, file: null, fileName: null, previews: null, reactions: noReactions };
      const nobody = { mentions: undefined, everyone: undefined };
      return { ...message, id, groupId, senderId, status: 'deleted', removed, ...nothing, ...nobody };
    }
    case 'ReactionAdded': {
      const { userId, emoji } = event.data;
      return { ...message, reactions: message.reactions.set(reactionKey(userId, emoji), { userId, emoji }) };
    }
    case 'ReactionRemoved': {
      const { userId, emoji } = event.data;
      return { ...message, reactions: message.reactions.delete(reactionKey(userId, emoji)) };
    }
    default:
      return message;
  }
};

export const messageDecider: Decider<MessageCommand, Message, MessageFacts> = {
  initial: {
    status: 'none',
    removed: false,
    id: '',
    groupId: '',
    senderId: '',
    kind: 'text',
    order: '',
    postedAt: '',
    revision: '',
    text: null,
    replyTo: null,
    file: null,
    fileName: null,
    edited: false,
    previews: null,
    reactions: noReactions,
  },
  decide,
  evolve: (message, event) => {
    const changed = evolved(message, event);
    return changed === message ? message : { ...changed, revision: event.position };
  },
};
