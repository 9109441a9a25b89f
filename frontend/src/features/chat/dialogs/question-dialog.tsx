import { isSameLocalDay } from '@quorum/contracts/time/days.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Lightbox, type LightboxImage } from '../../../shared/ui/lightbox.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import type { Question } from './use-question.ts';

export interface QuestionDialogProps {
  question: Question;
  /** The loaded messages. */
  messages: readonly MessageView[];
  timeZone: string;
  onClose: () => void;
}

export function QuestionDialog({ question: { kind, message }, messages, timeZone, onClose }: QuestionDialogProps) {
  switch (kind) {
    case 'delete':
      return <DeleteDialog message={message} onClose={onClose} />;
    case 'report':
      return <ReportDialog message={message} onClose={onClose} />;
    case 'image':
      return (
        <Lightbox images={imagesOfDay(messages, message.createdAt, timeZone)} startId={message._id} onClose={onClose} />
      );
  }
}

/** The images of one day among the loaded messages, oldest first. */
const imagesOfDay = (messages: readonly MessageView[], day: string, timeZone: string): readonly LightboxImage[] =>
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
      avatar: <Avatar size={36} {...avatarOf(message.senderId)} />,
    }));
