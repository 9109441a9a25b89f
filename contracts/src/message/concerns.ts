import type { MessageView } from './wire.ts';

type Addressed = Pick<MessageView, 'senderId' | 'mentions' | 'everyone' | 'replyTo'>;

/** Whether a message of somebody else mentions the user, or everyone. */
export const mentionsUser = ({ senderId, mentions, everyone }: Addressed, userId: string): boolean =>
  senderId._id !== userId && (everyone === true || mentions?.some(({ _id }) => _id === userId) === true);

/** Whether it mentions the user, or answers a message of theirs. */
export const concernsUser = (message: Addressed, userId: string): boolean =>
  mentionsUser(message, userId) || (message.senderId._id !== userId && message.replyTo?.senderId._id === userId);
