import { EVERYONE, replaceMentions } from '../text/mentions.ts';
import { personName } from '../text/person-name.ts';
import type { MessageView } from './wire.ts';

/** The current name of the person that a mark mentions. */
export const nameOfMention = (mentioned: string, { mentions }: Pick<MessageView, 'mentions'>): string => {
  if (mentioned === EVERYONE) return EVERYONE;
  const person = mentions?.find(({ _id }) => _id === mentioned);
  return person === undefined ? 'someone' : personName(person);
};

/** A message's text with names instead of marks. */
export const spokenText = (message: Pick<MessageView, 'content' | 'mentions'>): string =>
  replaceMentions(message.content, (mentioned) => `@${nameOfMention(mentioned, message)}`);
