import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { changeGroup, withoutGroup, withPersonInGroup } from '../group/group-list.ts';
import {
  type MessageList,
  withDeleted,
  withMessage,
  withoutSender,
  withPersonInMessages,
  withReaction,
  withUpdated,
} from '../message/message-list.ts';
import type { Change } from './frames.ts';

/** The messages of a group after a change. Applied twice it changes nothing more. */
export const messagesAfter = (list: MessageList, change: Change, groupId: string): MessageList => {
  if (!('groupId' in change.payload) || change.payload.groupId !== groupId) return list;
  switch (change.name) {
    case 'newMessage':
      return withMessage(list, change.payload);
    case 'messageUpdated':
      return withUpdated(list, change.payload);
    case 'messageDeleted':
      return withDeleted(list, change.payload.messageId, change.payload.isEvent);
    case 'messageReaction':
      return withReaction(list, change.payload);
    case 'memberLeft':
      return change.payload.reason === 'account-deleted' ? withoutSender(list, change.payload.userId) : list;
    case 'memberUpdated':
      return withPersonInMessages(list, change.payload.member);
    default:
      return list;
  }
};

/** A group after the changes that may be applied twice; counts are not among them. */
export const groupAfter = (group: GroupView, change: Change): GroupView =>
  change.name === 'memberUpdated' && change.payload.groupId === group._id
    ? withPersonInGroup(group, change.payload.member)
    : group;

export const groupsAfter = (groups: readonly GroupView[], change: Change): readonly GroupView[] => {
  switch (change.name) {
    case 'groupDeleted':
    case 'groupLeft':
      return withoutGroup(groups, change.payload.groupId);
    case 'memberUpdated':
      return changeGroup(groups, change.payload.groupId, (group) => groupAfter(group, change));
    default:
      return groups;
  }
};
