import type { Patches } from '../api/live-updates.ts';
import {
  type MessageList,
  withDeleted,
  withMessage,
  withNotice,
  withOwnEdit,
  withOwnMessage,
  withoutSender,
  withPersonInMessages,
  withReaction,
  withUpdated,
} from './message-list.ts';

/**
 * What the loaded messages of a group take of its changes. A pushed message (`at`) shows the present state. The answer to one's own
 * command shows the state at that command and may arrive after later pushes.
 */
export const messagePatches: Patches<MessageList, string> = {
  newMessage: (list, message, { at }) => (at === undefined ? withOwnMessage : withMessage)(list, message),
  messageUpdated: (list, message, { at }) => (at === undefined ? withOwnEdit : withUpdated)(list, message),
  messageDeleted: (list, { messageId, isEvent }) => withDeleted(list, messageId, isEvent),
  messageReaction: withReaction,
  chatNotice: (list, { notice }) => withNotice(list, notice),
  memberLeft: (list, { reason, userId }) => (reason === 'account-deleted' ? withoutSender(list, userId) : list),
  memberUpdated: (list, { member }) => withPersonInMessages(list, member.userId),
};
