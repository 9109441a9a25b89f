import { withoutAudience } from '../audience.ts';
import { model, put, putAll, remove } from '../model.ts';

export const fileChanges = withoutAudience('FileStored', 'FileRemoved');

/** Stored uploads. A document stays until the bytes are removed, so that they can be found; the name goes with its owner or group. */
export const files = model({
  name: 'files',
  version: 3,
  collections: ['files', 'fileNames'],
  on: {
    FileStored: [
      put('files', ({ data }) => ({
        id: data.fileId,
        ownerId: data.ownerId,
        groupId: data.groupId,
        ...(data.messageId === undefined ? {} : { messageId: data.messageId }),
        purpose: data.purpose,
        mimeType: data.mimeType,
        size: data.size,
        width: data.width,
        height: data.height,
      })),
      putAll('fileNames', ({ data: { fileId: id, ownerId, groupId, purpose, name } }) => {
        if (name === null) return [];
        // The subject whose key encrypts the name, see `FileStored`.
        const subjectId = purpose === 'group-image' && groupId !== null ? groupId : ownerId;
        return [{ id, subjectId, name }];
      }),
    ],
    FileRemoved: [remove('files', ({ data }) => data.fileId), remove('fileNames', ({ data }) => data.fileId)],
  },
});
