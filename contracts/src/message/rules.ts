import { allowIf, type InGroup, leads, member, type OnMessage } from '../kernel/permissions.ts';

export const limits = {
  message: 5000,
  messageEditWindow: 86_400_000,
  messagePage: 50,
  maxMessagePage: 200,
  maxNoticePage: 200,
  typingIdle: 15_000,
  /** Different people in one message. */
  mentions: 20,
  /** Members of a group up to which a picker loads all of them. */
  mentionsLoaded: 200,
  mentionDebounce: 150,
  /** Members of a group up to which each may mention everyone. */
  smallGroup: 20,
} as const;

/** The available reactions, in palette order. */
export const reactionPalette = ['👍', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥'] as const;

export type ReactionEmoji = (typeof reactionPalette)[number];

export const MESSAGE_NOT_FOUND = 'Message not found';
export const MESSAGE_DELETED = 'This message has been deleted';
export const REPLY_TARGET_UNKNOWN = 'The message you are replying to does not exist';

export const refusals = {
  'message/not-found': [404, MESSAGE_NOT_FOUND],
  'message/too-many-mentions': [400, 'Mention at most 20 people, or everyone'],
  'message/everyone-denied': [403, 'Only the owner and admins can mention everyone here'],
  'message/deleted': [409, MESSAGE_DELETED],
  'message/not-the-sender': [403, 'Only the sender can edit this message'],
  'message/not-editable': [400, 'This message cannot be edited'],
  'message/edit-window-over': [403, 'Messages can be edited for 24 hours only'],
  'message/too-quick': [429, 'You’re sending messages too quickly. Try again in a moment.'],
  'message/reply-target-unknown': [400, REPLY_TARGET_UNKNOWN],
} as const;

/** Not a permission of a route: it is checked for the text of a message. */
export const mentionEveryone = ({ role, memberCount }: Pick<InGroup, 'role'> & { readonly memberCount: number }) =>
  allowIf(leads(role) || memberCount <= limits.smallGroup, 'message/everyone-denied');

/** To outsiders a message does not exist. */
export const readMessage = ({ role }: OnMessage) => allowIf(role !== undefined, 'message/not-found');

export const permissions = {
  chat: member,
  deleteMessage: (facts: OnMessage) =>
    readMessage(facts) ?? allowIf(facts.actorId === facts.senderId || leads(facts.role)),
  editMessage: (facts: OnMessage) =>
    readMessage(facts) ??
    allowIf(facts.actorId === facts.senderId, 'message/not-the-sender') ??
    allowIf(facts.now - facts.postedAt <= limits.messageEditWindow, 'message/edit-window-over'),
  reactToMessage: readMessage,
} as const;
