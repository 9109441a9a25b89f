import { ownGroupId } from '@quorum/service-kit/documents/keys.ts';
import { fold, type Handlers, remove, removeWhere } from './model.ts';

const pairId = ({ data }: { readonly data: { readonly userId: string; readonly groupId: string } }): string =>
  ownGroupId(data.userId, data.groupId);

/** How far each member has read each chat. A marker only moves forward. */
export const readMarkers: Handlers = {
  GroupRead: [
    fold(
      'readMarkers',
      pairId,
      (marker, event, read) => {
        const { userId, groupId, messageId } = event.data;
        const message = read('messages', messageId);
        if (message === undefined || message.groupId !== groupId) return marker ?? null;
        if (marker !== undefined && marker.order >= message.order) return marker;
        return { id: pairId(event), userId, groupId, messageId, order: message.order };
      },
      ({ data }) => [{ collection: 'messages', id: data.messageId }],
    ),
  ],
  MemberLeft: [remove('readMarkers', pairId)],
  MemberRemoved: [remove('readMarkers', pairId)],
  GroupDeleted: [removeWhere('readMarkers', ({ data }) => ({ groupId: data.groupId }))],
  AccountDeleted: [removeWhere('readMarkers', ({ data }) => ({ userId: data.userId }))],
};
