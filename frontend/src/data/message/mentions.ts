import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { EVERYONE, replaceMentions } from '@quorum/contracts/text/mentions.ts';
import { personName } from '../user/person-label.ts';

type Said = Pick<MessageView, 'content' | 'mentions'>;

/** The present name of whom a mark stands for. */
export const nameOfMention = (mentioned: string, { mentions }: Pick<MessageView, 'mentions'>): string => {
  if (mentioned === EVERYONE) return EVERYONE;
  const person = mentions?.find(({ _id }) => _id === mentioned);
  return person === undefined ? 'someone' : personName(person);
};

/** A message's text with names instead of marks. */
export const spokenText = (message: Said): string =>
  replaceMentions(message.content, (mentioned) => `@${nameOfMention(mentioned, message)}`);

type Addressed = Pick<MessageView, 'senderId' | 'mentions' | 'everyone' | 'replyTo'>;

/** Whether a message of somebody else mentions the user, or everyone. */
export const mentionsUser = ({ senderId, mentions, everyone }: Addressed, userId: string): boolean =>
  senderId._id !== userId && (everyone === true || mentions?.some(({ _id }) => _id === userId) === true);

/** Whether it mentions the user, or answers a message of theirs. */
export const concernsUser = (message: Addressed, userId: string): boolean =>
  mentionsUser(message, userId) || (message.senderId._id !== userId && message.replyTo?.senderId._id === userId);
