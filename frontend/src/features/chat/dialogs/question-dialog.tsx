import { refuse, textOf } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { isSameLocalDay } from '@quorum/contracts/time/days.ts';
import { rightsOnMessage } from '../../../data/message/message-rights.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Lightbox, type LightboxImage } from '../../../shared/ui/overlays/lightbox.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { type Chat, useChatContext } from '../chat-context.ts';
import { summaryOf } from '../summary.ts';
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

export function QuestionDialog({ question, messages, timeZone, onClose }: QuestionDialogProps) {
  const chat = useChatContext();
  const { now } = useServices();
  const { kind } = question;
  const message = messages.find(({ _id }) => _id === question.message._id) ?? question.message;
  switch (kind) {
    case 'delete':
      return <DeleteDialog message={message} withdrawn={whyNot(kind, message, chat, now())} onClose={onClose} />;
    case 'report':
      return <ReportDialog message={message} withdrawn={whyNot(kind, message, chat, now())} onClose={onClose} />;
    case 'image':
      return (
        <Lightbox images={imagesOfDay(messages, message.createdAt, timeZone)} startId={message._id} onClose={onClose} />
      );
  }
}

/** Why this can no longer be done to the message. */
const whyNot = (kind: 'delete' | 'report', message: MessageView, { group, userId }: Chat, now: number) => {
  if (message.isDeleted) return summaryOf(message);
  return rightsOnMessage(group, userId, message, now)[kind] ? undefined : textOf(refuse('access/denied'));
};

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
