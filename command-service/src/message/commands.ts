import { orderedId } from '@quorum/contracts/kernel/ordered-id.ts';
import type { OnMessage } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { removeEventMarkers } from '@quorum/contracts/text/event-markers.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import {
  type Message,
  type MessageCommand,
  type MessageFacts,
  messageDecider,
} from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext, FileContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { answerMessage } from './answer.ts';

type Facts = (OnMessage & MessageFacts) | Refusal;

const EMPTY = refuse('request/invalid', { text: 'Message cannot be empty' });

/** @returns a typed text cleaned for storage; a refusal if nothing remains. */
const cleanMessage = (typed: string): string | Refusal => {
  const text = cleanText(removeEventMarkers(typed));
  return text.trim() === '' ? EMPTY : text;
};

/** A message that announces an entry is deleted together with it. */
export const withItsEntry = async ({ aggregates }: DecideContext, message: Message): Promise<Message> => {
  if (message.kind !== 'entry' || message.status !== 'posted') return message;
  const entry = await aggregates.load(entryDecider, entryStream(message.id));
  return entry.status === 'scheduled' ? message : { ...message, status: 'deleted' };
};

/** The facts about whom a text may mention. */
const mentionable = (group: Group, actorId: string) => ({
  role: group.members.get(actorId)?.role,
  members: group.members,
});

/** The facts about the group a message is written to. */
export const factsOfNew = async (
  context: FileContext,
  { groupId, replyTo }: { readonly groupId: string; readonly replyTo: string | null },
  actorId: string,
): Promise<Facts> => {
  const { aggregates, clock } = context;
  const group = await aggregates.load(groupDecider, groupStream(groupId));
  if (group.status !== 'active') return refuse('group/not-a-member');
  const repliedTo =
    replyTo === null
      ? undefined
      : await withItsEntry(context, await aggregates.load(messageDecider, messageStream(replyTo)));
  const now = clock.now();
  return {
    ...standing(group, actorId),
    senderId: actorId,
    postedAt: now,
    now,
    repliedTo,
    group: mentionable(group, actorId),
  };
};

/** Bytes that the command adds to the stored texts. */
const growthOf = (message: Message, command: MessageCommand): number => {
  if (command.type === 'PostMessage') return Buffer.byteLength(command.message.text ?? '');
  if (command.type !== 'EditMessage' || message.status === 'none') return 0;
  return Math.max(0, Buffer.byteLength(command.text) - Buffer.byteLength(message.text ?? ''));
};

const factsIn =
  (context: FileContext) =>
  async (message: Message, command: MessageCommand, actorId: string): Promise<Facts> => {
    if (command.type === 'PostMessage') return factsOfNew(context, command.message, actorId);
    if (message.status === 'none') return refuse('message/not-found');
    const { aggregates, clock } = context;
    const group = await aggregates.load(groupDecider, groupStream(message.groupId));
    const reacts = command.type === 'AddReaction' || command.type === 'RemoveReaction';
    const entryGone = reacts && (await withItsEntry(context, message)).status === 'deleted';
    const { senderId, postedAt } = message;
    const facts = { senderId, postedAt: Date.parse(postedAt), now: clock.now(), group: mentionable(group, actorId) };
    return { ...standing(group, actorId), ...facts, entryGone };
  };

/** Counts a text towards the writer's quota. */
const countText =
  ({ storedBytes }: FileContext) =>
  async (message: Message, command: MessageCommand, actorId: string): Promise<Refusal | undefined> => {
    const growth = growthOf(message, command);
    if (growth === 0 || (await storedBytes.tryConsume(actorId, growth))) return undefined;
    return refuse('storage/full', { size: formatSize(storedBytes.max) });
  };

/** A repeat of a command gets the same id. A command without an idempotency key has no repeats. */
const newMessageId = ({ clock, ids }: FileContext, { commandId, commandDigest }: Call<'sendMessage'>): string =>
  commandDigest === undefined ? orderedId(clock.now(), ids.uuid()) : deterministicUuid(`message ${commandId}`);

const post = ({ body, actor }: Call<'sendMessage'>, messageId: string): MessageCommand | Refusal => {
  const text = cleanMessage(body.content);
  if (typeof text !== 'string') return text;
  const { groupId, replyTo = null } = body;
  const nothing = { file: null, fileName: null };
  const message = { messageId, groupId, senderId: actor.userId, kind: 'text' as const, text, replyTo, ...nothing };
  return { type: 'PostMessage', message };
};

export const messageCommands = (context: FileContext) => {
  const onMessage = commandsOn(context.aggregates, {
    decider: messageDecider,
    stream: messageStream,
    missing: 'message/not-found',
    facts: factsIn(context),
    step: countText(context),
  });
  return {
    sendMessage: onMessage({
      id: (call) => call.body.id ?? newMessageId(context, call),
      command: post,
      answer: (accepted, { actor }) => answerMessage(context, accepted, actor.userId),
      expectNew: true,
    }),
    editMessage: onMessage({
      command: ({ body }) => {
        const text = cleanMessage(body.content);
        return typeof text === 'string' ? { type: 'EditMessage', text } : text;
      },
      answer: (accepted, { actor }) => answerMessage(context, accepted, actor.userId),
    }),
    deleteMessage: onMessage({ command: () => ({ type: 'DeleteMessage' }), answer: done }),
    addReaction: onMessage({
      command: ({ body }) => ({ type: 'AddReaction', emoji: body.emoji }),
      answer: done,
    }),
    removeReaction: onMessage({ command: ({ body }) => ({ type: 'RemoveReaction', emoji: body.emoji }), answer: done }),
  } satisfies Partial<Handlers<'command'>>;
};
