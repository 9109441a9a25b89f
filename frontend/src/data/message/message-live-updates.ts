import type { Patches } from '../api/live-updates.ts';
import {
  type MessageList,
  withDeleted,
  withMessage,
  withNotice,
  withoutSender,
  withPersonInMessages,
  withReaction,
  withUpdated,
} from './message-list.ts';

/** What the loaded messages of a group take of its changes. */
export const messagePatches: Patches<MessageList, string> = {
  newMessage: withMessage,
  messageUpdated: withUpdated,
  messageDeleted: withDeleted,
  messageReaction: withReaction,
  chatNotice: (list, { notice }) => withNotice(list, notice),
  memberLeft: (list, { reason, userId }) => (reason === 'account-deleted' ? withoutSender(list, userId) : list),
  memberUpdated: (list, { member }) => withPersonInMessages(list, member.userId),
};
