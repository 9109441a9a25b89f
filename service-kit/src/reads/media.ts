import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import type { MessageFile } from '@quorum/domain/message/events.ts';
import { collectionOf, NOBODY } from './collection.ts';

/** Id: the message's for files and images, {@link linkMediaId} for links. `groupKind` is {@link groupKindOf}. */
export type MediaDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly groupKind: string;
  readonly postedAt: string;
  /** Only for links; files are described by their message. */
  readonly url: string | null;
};

/** `messageId` only for files of messages. */
export type FileDocument = Omit<DataOf<'FileStored'>, 'fileId' | 'name'> & { readonly id: string };

/** Separate from the files, so that all names of a person or group can be removed at once. `subjectId`: whose key encrypts them. */
export type FileNameDocument = { readonly id: string; readonly subjectId: string; readonly name: string };

export const mediaCollections = {
  media: collectionOf<MediaDocument>(
    { group: 'groupId', person: 'senderId', isApart: true },
    ['groupKind', 'postedAt'],
    ['messageId'],
    ['senderId'],
    ['groupId'],
  ),
  /** A document stays until the bytes are removed, so that they can be found. */
  files: collectionOf<FileDocument>(NOBODY, ['ownerId'], ['groupId']),
  fileNames: collectionOf<FileNameDocument>({ group: 'subjectId', person: 'subjectId', isApart: true }, ['subjectId']),
};

/** Path of a file. It never changes and opens nothing by itself: rights are looked up at every download. */
export const fileAddress = (fileId: string): string => `/files/${fileId}`;

/** Path of a group's image for someone who has a code of the group. */
export const invitedFileAddress = (fileId: string, code: string): string => `${fileAddress(fileId)}?code=${code}`;

/** A file as shown in a chat and in a group's media. */
export const fileView = (file: MessageFile, fileName: string | null) => ({
  fileUrl: fileAddress(file.fileId),
  ...(file.previewId === undefined ? {} : { previewUrl: fileAddress(file.previewId) }),
  fileName: fileName ?? '',
  fileSize: file.size,
  mimeType: file.mimeType,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
});

/** Prefix of the media index. */
export const groupKindOf = (groupId: string, kind: MediaKind): string => `${groupId}:${kind}`;

/** A message has at most one file, under the message's id, and any number of links, numbered from 0. */
export const linkMediaId = (messageId: string, index: number): string => `${messageId}#${index}`;
