import { z } from 'zod';
import { defineEvent, groupSubject, personal, personSubject, writingSubject } from '../event-definition.ts';

/** Stream `file-{fileId}`: one stored upload. */
export const fileStream = (fileId: string): string => `file-${fileId}`;

export const filePurposes = ['profile-picture', 'group-image', 'message', 'message-preview'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/**
 * Whose key seals the bytes of a file. A group image that was uploaded before its group has a key of its own, because it outlives
 * the account of its uploader.
 */
export const sealingSubject = (file: {
  readonly fileId: string;
  readonly ownerId: string;
  readonly groupId: string | null;
  readonly purpose: FilePurpose;
}): string => {
  if (file.purpose !== 'group-image') return personSubject(file.ownerId);
  return file.groupId === null ? fileStream(file.fileId) : groupSubject(file.groupId);
};

const uploaded: { readonly [P in FilePurpose]: string } = {
  'profile-picture': 'a profile picture',
  'group-image': 'an image of a group',
  message: 'a file for the chat',
  'message-preview': 'the small copy of an image for the chat',
};

export const fileEvents = [
  defineEvent({
    type: 'FileStored',
    audit: {
      kind: 'file',
      person: 'ownerId',
      facts: ['purpose', 'mimeType', 'size'],
      say: ({ purpose }) => `*{actor}* uploaded ${uploaded[purpose as FilePurpose]}`,
    },
    /**
     * `groupId` is null for profile pictures, and for group images uploaded before their group exists. `messageId` names the
     * message the file was uploaded for, so that files whose message was never sent can be found.
     */
    schema: z.object({
      fileId: z.string(),
      ownerId: z.uuid(),
      groupId: z.uuid().nullable(),
      messageId: z.uuid().optional(),
      purpose: z.enum(filePurposes),
      mimeType: z.string(),
      size: z.number().int().nonnegative(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      name: personal(z.string()),
    }),
    personal: [
      {
        subject: ({ purpose, groupId, ownerId, messageId }) => {
          if (purpose === 'group-image' && groupId !== null) return groupSubject(groupId);
          return messageId === undefined ? personSubject(ownerId) : writingSubject(ownerId, messageId);
        },
        fields: ['name'],
      },
    ],
  }),
  defineEvent({
    type: 'FileRemoved',
    audit: { kind: 'file', say: '*{actor}* deleted a file' },
    schema: z.object({ fileId: z.string() }),
  }),
] as const;
