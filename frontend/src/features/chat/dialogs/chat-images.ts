import { isSameLocalDay } from '@quorum/contracts/time/days.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { createElement } from 'react';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import type { LightboxImage } from '../../../shared/ui/lightbox.tsx';

/** The images of one day among the loaded messages, oldest first. */
export const imagesOfDay = (
  messages: readonly MessageView[],
  day: string,
  timeZone: string,
): readonly LightboxImage[] =>
  messages
    .filter(
      ({ type, isDeleted, fileUrl, createdAt }) =>
        type === 'image' && !isDeleted && fileUrl !== undefined && isSameLocalDay(createdAt, day, timeZone),
    )
    .map((message) => ({
      id: message._id,
      fileUrl: message.fileUrl ?? '',
      previewUrl: message.previewUrl,
      fileName: message.fileName ?? '',
      fileSize: message.fileSize ?? 0,
      createdAt: message.createdAt,
      senderName: personName(message.senderId),
      avatar: createElement(Avatar, { size: 36, ...avatarOf(message.senderId) }),
    }));
