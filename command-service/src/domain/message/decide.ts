import type { DataOf } from '@quorum/contracts/events/catalogue.ts';
import type { LinkPreview } from '@quorum/contracts/events/message.ts';
import { type InGroup, type OnMessage, rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../aggregate.ts';
import { type Message, reactionKey } from './message.ts';

export const decidePost = (message: Message, posted: DataOf<'MessagePosted'>): Decision => {
  if (message.status === 'none') return [{ type: 'MessagePosted', data: posted }];
  // An id that names somebody else's message, or another text, is not a repeat.
  const same =
    message.senderId === posted.senderId &&
    message.groupId === posted.groupId &&
    message.kind === posted.kind &&
    message.text === posted.text &&
    message.fileName === posted.fileName &&
    message.file?.size === posted.file?.size;
  return same ? [] : refuse('request/idempotency-key-reused');
};

/** The asking person's standing in the message's group. @param now milliseconds. */
const onMessage = (message: Message, asking: InGroup, now: number): OnMessage => ({
  ...asking,
  senderId: message.senderId,
  postedAt: Date.parse(message.postedAt),
  now,
});

const present = (message: Message, refusal: Refusal | undefined): Refusal | undefined => {
  if (message.status === 'none') return refuse('message/not-found');
  return refusal ?? (message.status === 'deleted' ? refuse('message/deleted') : undefined);
};

export const decideEdit = (message: Message, asking: InGroup, text: string, now: number): Decision => {
  const refusal = present(message, rules.editMessage(onMessage(message, asking, now)));
  if (refusal !== undefined) return refusal;
  if (message.kind !== 'text') return refuse('message/not-editable');
  if (message.text === text) return [];
  const { id: messageId, groupId, senderId } = message;
  return [{ type: 'MessageEdited', data: { messageId, groupId, senderId, text } }];
};

/** Deleting twice is one deletion. */
export const decideDelete = (message: Message, asking: InGroup, now: number): Decision => {
  if (message.status === 'none') return refuse('message/not-found');
  const refusal = rules.deleteMessage(onMessage(message, asking, now));
  if (refusal !== undefined) return refusal;
  if (message.status === 'deleted') return [];
  const { id: messageId, groupId, senderId } = message;
  return [{ type: 'MessageDeleted', data: { messageId, groupId, senderId, by: asking.actorId } }];
};

export const decideReact = (
  message: Message,
  asking: InGroup,
  emoji: string,
  action: 'add' | 'remove',
  now: number,
): Decision => {
  const refusal = present(message, rules.reactToMessage(onMessage(message, asking, now)));
  if (refusal !== undefined) return refusal;
  const there = message.reactions.has(reactionKey(asking.actorId, emoji));
  if (there === (action === 'add')) return [];
  const data = {
    messageId: message.id,
    groupId: message.groupId,
    senderId: message.senderId,
    userId: asking.actorId,
    emoji,
  };
  return [{ type: action === 'add' ? 'ReactionAdded' : 'ReactionRemoved', data }];
};

/** What an address says is looked up once for a message, so the same addresses are the same previews. */
const sameUrls = (some: readonly LinkPreview[], others: readonly LinkPreview[]): boolean =>
  some.length === others.length && some.every(({ url }, index) => others[index]?.url === url);

/** Previews of a text that was changed or deleted meanwhile are dropped. @param text what the links were found in. */
export const decidePreviews = (message: Message, text: string, previews: LinkPreview[]): Decision => {
  if (message.status !== 'posted' || message.text !== text) return [];
  const { id: messageId, groupId, senderId } = message;
  if (sameUrls(previews, message.previews ?? [])) return [];
  return [{ type: 'LinkPreviewsResolved', data: { messageId, groupId, senderId, previews } }];
};
