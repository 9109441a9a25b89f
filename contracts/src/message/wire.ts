import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import type { AnswersView } from '../entry/attendance.ts';
import type { EventView } from '../entry/wire.ts';
import { boundingDate, chosenId, id, pageLimit, plainText, timeZone } from '../kernel/fields.ts';
import { carries, type Frames, type OfGroup } from '../kernel/frame.ts';
import { limits } from '../kernel/limits.ts';
import { answers, type Route, type Success } from '../kernel/route.ts';
import type { Repeats } from '../time/repeats.ts';
import type { LinkPreview } from './link-preview.ts';
import { reactionPalette } from './rules.ts';

/** `count` counts everybody. `users` lists the first of them, and always the reader, except in a frame, which has many readers. */
export type ReactionView = {
  readonly emoji: string;
  readonly users: readonly string[];
  readonly count: number;
};

/** Metadata of a linked page. `image` is the address of a copy that the product keeps. */
export type LinkPreviewView = LinkPreview;

export type MessageView = {
  readonly _id: string;
  readonly groupId: string;
  readonly senderId: PersonView;
  readonly type: 'text' | 'image' | 'video' | 'file';
  readonly content: string;
  readonly fileUrl?: string;
  /** A smaller rendition of an image. */
  readonly previewUrl?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
  readonly mimeType?: string;
  readonly width?: number;
  readonly height?: number;
  readonly createdAt: string;
  readonly isDeleted: boolean;
  /** True if the message announced an event, even after that event was deleted. */
  readonly isEvent: boolean;
  /** The message of a poll, whose name is its content. The poll has the message's id. */
  readonly isPoll?: true;
  readonly isEdited: boolean;
  readonly replyTo: MessageView | null;
  readonly reactions: readonly ReactionView[];
  readonly linkPreviews: readonly LinkPreviewView[];
  /** The people whose marks are in `content`, as they are called now. Absent if there are none. */
  readonly mentions?: readonly PersonView[];
  /** `content` mentions everyone. */
  readonly everyone?: true;
  /** Sort key of a group's messages; opaque, compares as a string. */
  readonly order: string;
  /** A view with a greater revision is newer. Opaque, compares as a string. */
  readonly revision: string;
};

const content = z
  .string({ error: 'Message cannot be empty' })
  .max(limits.message, `Please use at most ${limits.message} characters`)
  .regex(/\S/, 'Message cannot be empty');

/** `id` lets the sender choose the id, so that the optimistic copy and the stored message are the same. */
export const sendMessageBody = z.object({
  groupId: id,
  content,
  replyTo: id.nullish(),
  id: chosenId.optional(),
});

export const sendFileFields = z.object({ groupId: id, id: chosenId.optional() });

export const editMessageBody = z.object({ content });

export const reactionBody = z.object({
  emoji: z.enum(reactionPalette, { error: 'This reaction is not available' }),
});

/**
 * `around` a message, or from the first message `at` a day of the zone on; otherwise the newest, or those `before` or `after` one.
 * All but the day are ids of messages or notices.
 */
export const messagesQuery = z
  .object({
    before: id.optional(),
    after: id.optional(),
    around: plainText(100, 'This id is not valid').optional(),
    at: boundingDate.optional(),
    timeZone: timeZone.optional(),
    limit: pageLimit(limits.maxMessagePage).optional(),
  })
  .refine(({ at, timeZone }) => at === undefined || timeZone !== undefined, 'A day needs a time zone')
  .refine(
    ({ around, at, before, after }) => [around, at, before ?? after].filter((place) => place !== undefined).length <= 1,
    'Please ask for one place in the chat',
  );

/** The chat does not show `created` and `changed`, which Activity does. */
export type NoticeKind =
  | 'created'
  | 'changed'
  | 'moved'
  | 'cancelled'
  | 'restored'
  | 'imported'
  | 'pinned'
  | 'series-moved'
  | 'series-ended'
  | 'joined'
  | 'left'
  | 'removed';

/** When an event takes place. */
export type EventSpan = Pick<EventView, 'startsAt' | 'endsAt'>;

/** A rule with the time of day in its zone. */
type RuleTime = { readonly rule: Repeats; readonly date: string; readonly time: string; readonly timeZone: string };

/** `from` was the rule until `since`; then it was `to`, or over. */
export type SeriesMove = { readonly since: string; readonly from: RuleTime; readonly to: RuleTime | null };

/** An event with its name at that moment. */
export type NoticedEvent = {
  readonly _id: string;
  readonly creatorId: string;
  readonly name: string;
  readonly from: EventSpan;
  /** Only if it was moved. */
  readonly to?: EventSpan;
  /** For a series: its rules, and the date from which each counts. */
  readonly series?: SeriesMove;
  /** Only if nothing but its texts changed. If it is still called so, its place changed. */
  readonly oldName?: string;
};

/** A line between the messages of a chat. Never counts as unread, and nobody can reply to it. */
export type NoticeView = {
  readonly _id: string;
  readonly groupId: string;
  readonly kind: NoticeKind;
  /** Who changed the event or pinned a message, or the member who joined, left or was removed. */
  readonly person: PersonView;
  readonly event?: NoticedEvent;
  /** How many events were imported. */
  readonly count?: number;
  readonly createdAt: string;
  /** Sort key, comparable with the `order` of messages. */
  readonly order: string;
};

/** Oldest first. `notices` are those between and next to the messages of the page, which may have notices alone. */
export type MessagesView = {
  readonly messages: readonly MessageView[];
  readonly notices: readonly NoticeView[];
  /** Beyond the page, in the direction of paging: before the page, unless `after` was asked for. */
  readonly hasMore: boolean;
  /** After the page. Only with `around` and `at`. */
  readonly hasMoreAfter?: boolean;
  /** The message that `around` or `at` found. If there is none, it is `null`, and the page has the newest messages. */
  readonly anchor?: string | null;
  /** Who comes to the events of the page, by the events' ids. Absent if it announces none. */
  readonly attendances?: Readonly<Record<string, AnswersView>>;
};

/** The chat of a group. */
export const messageRoutes = {
  messages: {
    method: 'GET',
    path: '/api/messages/group/:groupId',
    service: 'query',
    permission: { access: 'profile', rule: 'chat' },
    query: messagesQuery,
    compress: 'always',
    answer: answers<MessagesView>(),
  },
  sendMessage: {
    method: 'POST',
    path: '/api/messages/send',
    service: 'command',
    pace: 'write',
    permission: { access: 'profile', rule: 'chat' },
    body: sendMessageBody,
    answer: answers<{ message: MessageView }>(),
  },
  sendFile: {
    method: 'POST',
    path: '/api/messages/send-file',
    service: 'command',
    pace: 'write',
    permission: { access: 'profile', rule: 'chat' },
    upload: 'file',
    uploadFields: sendFileFields,
    answer: answers<{ message: MessageView }>(),
  },
  editMessage: {
    method: 'PUT',
    path: '/api/messages/:id',
    service: 'command',
    pace: 'write',
    permission: { access: 'profile', rule: 'editMessage' },
    body: editMessageBody,
    answer: answers<{ message: MessageView }>(),
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/api/messages/:id',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'deleteMessage' },
    answer: answers<Success>(),
  },
  addReaction: {
    method: 'POST',
    path: '/api/messages/:id/reaction',
    service: 'command',
    pace: 'write',
    permission: { access: 'profile', rule: 'reactToMessage' },
    body: reactionBody,
    answer: answers<Success>(),
  },
  removeReaction: {
    method: 'DELETE',
    path: '/api/messages/:id/reaction',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'reactToMessage' },
    body: reactionBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

type OfMessage = OfGroup & { readonly messageId: string };
/** `revision`: the message's after this change. Empty in the user's own change until the server answers. */
type Deleted = OfMessage & { readonly isEvent: boolean; readonly revision: string };
type Reacted = OfMessage & {
  readonly emoji: string;
  readonly userId: string;
  readonly action: 'add' | 'remove';
  readonly revision: string;
};

export const messageFrames = {
  newMessage: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageUpdated: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageDeleted: { of: [], audience: 'group', payload: carries<Deleted>() },
  messageReaction: { of: [], audience: 'group', payload: carries<Reacted>() },
  /** `notice` is absent if it no longer exists. */
  chatNotice: {
    of: [],
    also: ['notice'],
    audience: 'group',
    payload: carries<{ readonly groupId: string; readonly notice?: NoticeView }>(),
  },
} as const satisfies Frames;
