import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import { z } from 'zod';
import { defineEvent, personal, writingSubject } from '../event-definition.ts';

/**
 * Stream `message-{messageId}`: one chat message with its reactions. The message that announces a calendar entry or a poll has the
 * id of that.
 */
export const messageStream = (messageId: string): string => `message-${messageId}`;

const messageId = z.uuid();
const groupId = z.uuid();
const userId = z.uuid();
const ofMessage = (data: { senderId: string; messageId: string }): string =>
  writingSubject(data.senderId, data.messageId);

/** Metadata of a linked page. `image` is the id of a stored copy. `error` is a short reason for showing nothing. */
export const linkPreview = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.string().optional(),
  siteName: z.string().optional(),
  error: z.string().optional(),
}) satisfies z.ZodType<LinkPreview>;

/** The people whom the text mentions, and whether it mentions everyone. Absent if it mentions nobody. */
const mentioned = { mentions: z.array(userId).optional(), everyone: z.boolean().optional() };

/** Size in bytes; width and height in pixels of images. `previewId` names a smaller rendition. */
export const messageFile = z.object({
  fileId: z.string(),
  size: z.number().int().nonnegative(),
  mimeType: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  previewId: z.string().optional(),
});
export type MessageFile = z.infer<typeof messageFile>;

/** `by` of a message that is erased with its group or its sender, instead of deleted by a person. */
export const ERASURE = 'system:erase';

export const messageKinds = ['text', 'image', 'video', 'file', 'entry', 'poll'] as const;
export type MessageKind = (typeof messageKinds)[number];

const sentKinds: { readonly [K in MessageKind]: string } = {
  text: 'a message',
  image: 'an image',
  video: 'a video',
  file: 'a file',
  entry: 'an event to the chat',
  poll: 'a poll to the chat',
};

export const messageEvents = [
  /** The first version knew no polls. */
  defineEvent({
    type: 'MessagePosted',
    version: 2,
    audit: {
      kind: 'message',
      person: 'senderId',
      facts: ['kind'],
      say: ({ kind }) => `*{actor}* sent ${sentKinds[kind as MessageKind]}`,
    },
    schema: z.object({
      messageId,
      groupId,
      senderId: userId,
      kind: z.enum(messageKinds),
      text: personal(z.string()),
      replyTo: messageId.nullable(),
      file: messageFile.nullable(),
      fileName: personal(z.string()),
      ...mentioned,
    }),
    personal: [{ subject: ofMessage, fields: ['text', 'fileName'] }],
    upcasters: { 1: (data) => data },
  }),
  defineEvent({
    type: 'MessageEdited',
    audit: { kind: 'message', person: 'senderId', say: '*{actor}* edited a message' },
    schema: z.object({
      messageId,
      groupId,
      senderId: userId,
      text: personal(z.string()),
      ...mentioned,
    }),
    personal: [{ subject: ofMessage, fields: ['text'] }],
  }),
  defineEvent({
    type: 'MessageDeleted',
    audit: { kind: 'message', person: 'senderId', facts: ['by'], say: '*{actor}* deleted a message' },
    schema: z.object({ messageId, groupId, senderId: userId, by: z.string() }),
  }),
  /** Removed by moderation. Its texts and files are shredded, even if it was deleted before. */
  defineEvent({
    type: 'MessageRemoved',
    audit: {
      kind: 'message',
      person: 'senderId',
      facts: ['reportId'],
      say: { sentence: '*Message removed*, written by *{person}*', detail: 'from {group}, no byte of it is left' },
    },
    schema: z.object({ messageId, groupId, senderId: userId, reportId: z.uuid() }),
  }),
  /** The key of a removed message is destroyed: nobody who reads the log from here on can read its texts. */
  defineEvent({ type: 'MessageErased', audit: 'unlisted', schema: z.object({ messageId }) }),
  defineEvent({
    type: 'ReactionAdded',
    audit: { kind: 'message', person: 'userId', say: '*{actor}* reacted to a message' },
    schema: z.object({ messageId, groupId, userId, emoji: z.string() }),
  }),
  defineEvent({
    type: 'ReactionRemoved',
    audit: { kind: 'message', person: 'userId', say: '*{actor}* took a reaction back' },
    schema: z.object({ messageId, groupId, userId, emoji: z.string() }),
  }),
  /** Previews of the links in the text. They replace earlier previews. */
  defineEvent({
    type: 'LinkPreviewsResolved',
    audit: { kind: 'message', person: 'senderId', say: '*{actor}* looked up the links of a message' },
    schema: z.object({
      messageId,
      groupId,
      senderId: userId,
      previews: personal(z.array(linkPreview)),
    }),
    personal: [{ subject: ofMessage, fields: ['previews'] }],
  }),
] as const;
