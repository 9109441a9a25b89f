import type { MessageView } from './wire.ts';

type Kept = Omit<
  MessageView,
  'content' | 'isDeleted' | 'isEdited' | 'reactions' | 'linkPreviews' | 'mentions' | 'everyone'
>;

export const DELETED_CONTENT = '[This message was deleted]';

/** The rest of a deleted message: that it existed, whose it was, and the message it replied to. */
export const deletedMessage = (message: Kept): MessageView => {
  const { _id, groupId, senderId, type, createdAt, isEvent, replyTo, order, revision } = message;
  return {
    _id,
    groupId,
    senderId,
    type,
    createdAt,
    isEvent,
    replyTo,
    order,
    revision,
    content: DELETED_CONTENT,
    isDeleted: true,
    isEdited: false,
    reactions: [],
    linkPreviews: [],
  };
};
