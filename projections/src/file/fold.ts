import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import { changeWhere, type Model, onErasure, put, remove } from '../model.ts';

const nameless = (file: FileDocument): FileDocument => (file.name === null ? file : { ...file, name: null });

/** The subject whose key encrypts the name, see `FileStored`. */
const namedByGroup = (file: FileDocument): boolean => file.purpose === 'group-image' && file.groupId !== null;

/**
 * Stored uploads. A document stays until the bytes are removed, so that they can be found; the name becomes unreadable with its
 * key.
 */
export const files = {
  name: 'files',
  version: 2,
  collections: ['files'],
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
        name: data.name,
      })),
    ],
    FileRemoved: [remove('files', ({ data }) => data.fileId)],
    GroupDeleted: [
      changeWhere(
        'files',
        ({ data }) => ({ groupId: data.groupId }),
        (file) => (namedByGroup(file) ? nameless(file) : file),
      ),
    ],
    ...onErasure(
      changeWhere(
        'files',
        ({ data }) => ({ ownerId: data.userId }),
        (file) => (namedByGroup(file) ? file : nameless(file)),
      ),
    ),
  },
} satisfies Model;
