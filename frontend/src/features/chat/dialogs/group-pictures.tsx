import type { MediaItemView } from '@quorum/contracts/media/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import { useState } from 'react';
import { mediaApi } from '../../../data/media/media-api.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { avatarOf } from '../../../data/user/person-label.ts';
import { pathOfFile } from '../../../shared/lib/addresses.ts';
import { Lightbox, type LightboxImage } from '../../../shared/ui/overlays/lightbox.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { useChatContext } from '../chat-context.ts';

/** Days to either side of the picture that was opened. */
const FIRST_REACH = 14;

export interface GroupPicturesProps {
  /** The picture that was opened. */
  message: MessageView;
  /** The loaded messages. */
  messages: readonly MessageView[];
  onClose: () => void;
}

/** A chat picture filling the window, with navigation to all others of its group. */
export function GroupPictures({ message, messages, onClose }: GroupPicturesProps) {
  const { items, older, newer } = useItemsAround(message);
  const loaded = new Map(messages.map((one) => [one._id, one]));
  const images =
    items.length > 0
      ? items
          .filter(({ id }) => loaded.get(id)?.isDeleted !== true)
          .map((item): LightboxImage => ofMessage(loaded.get(item.id)) ?? ofItem(item, message.groupId))
      : messages.flatMap((one) => (one.type === 'image' && !one.isDeleted ? (ofMessage(one) ?? []) : []));
  // The picture shows at once, and without a connection with those that are loaded.
  const own = message.isDeleted ? undefined : ofMessage(message);
  const isLacking = own !== undefined && !images.some(({ id }) => id === own.id);
  return (
    <Lightbox
      images={isLacking ? [own] : images}
      startId={message._id}
      onNearStart={older}
      onNearEnd={newer}
      onClose={onClose}
    />
  );
}

/** The pictures around the one that was opened, oldest first. `older` and `newer` double the range, as long as there may be more. */
const useItemsAround = ({ groupId, createdAt }: MessageView) => {
  const { group, timeZone } = useChatContext();
  const { now } = useServices();
  const [today] = useState(() => localDate(now(), timeZone));
  const [reach, setReach] = useState(FIRST_REACH);
  const day = localDate(createdAt, timeZone);
  const [startDate, endDate] = [addDays(day, -reach), addDays(day, reach)];
  const { data = {}, isFetching, isError } = mediaApi.useImagesByDateQuery({ groupId, startDate, endDate, timeZone });
  const reachFurther = isFetching || isError ? undefined : () => setReach(2 * reach);
  return {
    // A day begins with its newest.
    items: Object.keys(data)
      .sort()
      .flatMap((date) => [...(data[date] ?? [])].reverse()),
    older: startDate > localDate(group.createdAt, timeZone) ? reachFurther : undefined,
    newer: endDate < today ? reachFurther : undefined,
  };
};

const ofItem = ({ sender, ...item }: MediaItemView, groupId: string): LightboxImage => ({
  ...item,
  path: pathOfFile(groupId, item.id),
  senderName: personName(sender),
  avatar: <Avatar size={36} name={sender.firstName} />,
});

/** A loaded message knows more of its sender. */
const ofMessage = (message: MessageView | undefined): LightboxImage | undefined =>
  message?.fileUrl === undefined
    ? undefined
    : {
        id: message._id,
        path: pathOfFile(message.groupId, message._id),
        fileUrl: message.fileUrl,
        previewUrl: message.previewUrl,
        fileName: message.fileName ?? '',
        fileSize: message.fileSize ?? 0,
        createdAt: message.createdAt,
        senderName: personName(message.senderId),
        avatar: <Avatar size={36} {...avatarOf(message.senderId)} />,
      };
