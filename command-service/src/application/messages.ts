import { entryStream } from '@quorum/contracts/events/entry.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { removeEventMarkers } from '@quorum/contracts/text/event-markers.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { orderedId } from '@quorum/contracts/wire/ordered-id.ts';
import { type InGroup, rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { entryAggregate } from '../domain/entry/entry.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { decideDelete, decideEdit, decidePost, decideReact } from '../domain/message/decide.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

const cleanMessage = (text: string): string => cleanText(removeEventMarkers(text));

/** Whether the person may take part in a group's chat. */
export const refuseChat = async (
  { aggregates }: Context,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> => {
  const group = await aggregates.load(groupAggregate, groupStream(groupId));
  return group.status === 'active' ? rules.chat(standing(group, actorId)) : refuse('group/not-found');
};

/** A repeat of a command names the same message. A command that cannot be told from others like it has no repeats. */
const newMessageId = ({ clock, ids, uuidFrom }: Context, { commandId, commandDigest }: Cause): string =>
  commandDigest === undefined ? orderedId(clock.now(), ids.uuid()) : uuidFrom(`message ${commandId}`);

export const sendMessage = async (
  context: Context,
  body: BodyOf<'sendMessage'>,
  cause: Cause,
): Promise<Accepted<Message> | Refusal> => {
  const { aggregates } = context;
  const { groupId } = body;
  const text = cleanMessage(body.content);
  if (text.trim() === '') return refuse('request/invalid', { text: 'Message cannot be empty' });
  const replyTo = body.replyTo ?? null;
  const messageId = body.id ?? newMessageId(context, cause);
  const posted = {
    messageId,
    groupId,
    senderId: cause.actorId,
    kind: 'text' as const,
    text,
    replyTo,
    file: null,
    fileName: null,
  };
  return aggregates.handle(
    messageAggregate,
    messageStream(messageId),
    metadataOf(cause),
    async (message) =>
      (await refuseChat(context, groupId, cause.actorId)) ??
      (await refuseReply(context, replyTo, groupId)) ??
      decidePost(message, posted),
    { expectNew: true },
  );
};

/** A reply answers a message of its own group that is not deleted. */
const refuseReply = async (context: Context, replyTo: string | null, groupId: string): Promise<Refusal | undefined> => {
  if (replyTo === null) return undefined;
  const answered = await withItsEntry(context, await context.aggregates.load(messageAggregate, messageStream(replyTo)));
  if (answered.status === 'none' || answered.groupId !== groupId) return refuse('message/reply-target-unknown');
  return answered.status === 'deleted' ? refuse('message/deleted') : undefined;
};

/** The message that announces an entry is deleted together with it. */
export const withItsEntry = async ({ aggregates }: Context, message: Message): Promise<Message> => {
  if (message.kind !== 'entry' || message.status !== 'posted') return message;
  const entry = await aggregates.load(entryAggregate, entryStream(message.id));
  return entry.status === 'scheduled' ? message : { ...message, status: 'deleted' };
};

/** The asking person's standing in the group of a message; an outsider's when the message or its group is gone. */
const standingFor = async ({ aggregates }: Context, message: Message, actorId: string): Promise<InGroup> => {
  const group = await aggregates.load(groupAggregate, groupStream(message.groupId || 'none'));
  return standing(group, actorId);
};

export const editMessage = (context: Context, messageId: string, content: string, cause: Cause) =>
  context.aggregates.handle(messageAggregate, messageStream(messageId), metadataOf(cause), async (message) => {
    const text = cleanMessage(content);
    if (text.trim() === '') return refuse('request/invalid', { text: 'Message cannot be empty' });
    return decideEdit(message, await standingFor(context, message, cause.actorId), text, context.clock.now());
  });

export const deleteMessage = (context: Context, messageId: string, cause: Cause) =>
  context.aggregates.handle(messageAggregate, messageStream(messageId), metadataOf(cause), async (message) =>
    decideDelete(message, await standingFor(context, message, cause.actorId), context.clock.now()),
  );

export const react = (context: Context, messageId: string, emoji: string, action: 'add' | 'remove', cause: Cause) =>
  context.aggregates.handle(messageAggregate, messageStream(messageId), metadataOf(cause), async (message) =>
    decideReact(
      await withItsEntry(context, message),
      await standingFor(context, message, cause.actorId),
      emoji,
      action,
      context.clock.now(),
    ),
  );
