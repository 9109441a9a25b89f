import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { isErased } from '@quorum/contracts/text/person-name.ts';
import type { MessageList } from './message-list.ts';

/** Who wrote in the loaded messages of a chat, the last one first, without those who are no longer in the group. */
export const recentWriters = ({ messages, notices }: Pick<MessageList, 'messages' | 'notices'>) => {
  const writers = new Map<string, PersonView>();
  const gone = notices.flatMap(({ kind, person }) => (kind === 'left' || kind === 'removed' ? person._id : []));
  for (const { senderId } of messages.toReversed())
    if (!isErased(senderId) && !writers.has(senderId._id)) writers.set(senderId._id, senderId);
  for (const id of gone) writers.delete(id);
  return [...writers.values()];
};
