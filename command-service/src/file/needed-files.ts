import type { StoredFile } from '@quorum/domain/file/decider.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { filesOf, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { DecideContext } from '../handling/context.ts';

/** The purpose of a stored file. */
export type FileFacts = Pick<StoredFile, 'ownerId' | 'purpose' | 'messageId' | 'groupId'> & { readonly id: string };

/**
 * Whether a person, group or message still shows a file, or it is evidence. The read models must already include the event that raises
 * the question.
 */
export const isNeeded = async (context: DecideContext, file: FileFacts): Promise<boolean> => {
  const { aggregates } = context;
  switch (file.purpose) {
    case 'profile-picture': {
      const user = await aggregates.load(userDecider, userStream(file.ownerId));
      return user.status === 'active' && user.pictureId === file.id;
    }
    case 'group-image':
      return isGroupImage(context, file);
    default:
      return isShownOrEvidence(context, file);
  }
};

/** The file of a deleted message, or of a message in a deleted group, is evidence while a report of it is open. */
const isShownOrEvidence = async (context: DecideContext, { id, groupId, messageId }: FileFacts): Promise<boolean> => {
  const { aggregates } = context;
  const isInGroup = groupId == null || (await aggregates.load(groupDecider, groupStream(groupId))).status !== 'deleted';
  if (messageId === undefined) return isInGroup;
  const message = await aggregates.load(messageDecider, messageStream(messageId));
  if (isInGroup && filesOf(message).includes(id)) return true;
  const isDeleted = !isInGroup || message.status === 'deleted';
  return isDeleted && !message.removed && isEvidence(context, messageId);
};

/**
 * Whether a group shows the file as its image. The group that the file was uploaded for is loaded, because the read models lack its
 * image while events of the group are parked. For an image older than its group, only the read models know the group.
 */
export const isGroupImage = async (
  { aggregates, reads }: DecideContext,
  { id, groupId, purpose }: Pick<FileFacts, 'id' | 'groupId' | 'purpose'>,
): Promise<boolean> => {
  if (purpose !== 'group-image') return false;
  if (groupId != null) {
    const group = await aggregates.load(groupDecider, groupStream(groupId));
    if (group.status === 'active' && group.imageId === id) return true;
  }
  return (await reads.active.query('groups', { where: { imageId: id }, limit: 1 })).length > 0;
};

/** Whether a report of the message waits for a decision. */
export const isEvidence = async ({ reads }: DecideContext, messageId: string | undefined): Promise<boolean> => {
  if (messageId === undefined) return false;
  const isOpen = { field: 'status', op: '=', value: 'pending' } as const;
  return (await reads.active.query('reports', { where: { messageId }, filter: [isOpen], limit: 1 })).length > 0;
};
