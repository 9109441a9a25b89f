import { ACCESS_DENIED } from '@quorum/contracts/kernel/rules.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { rightsOnMessage } from '../../../data/message/message-rights.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { type Chat, useChatContext } from '../chat-context.ts';
import { summaryOf } from '../summary.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { GroupPictures } from './group-pictures.tsx';
import { ReportDialog } from './report-dialog.tsx';
import type { Question } from './use-question.ts';

export interface QuestionDialogProps {
  question: Question;
  /** The loaded messages. */
  messages: readonly MessageView[];
  onClose: () => void;
}

export function QuestionDialog({ question, messages, onClose }: QuestionDialogProps) {
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
      return <GroupPictures message={message} messages={messages} onClose={onClose} />;
  }
}

/** Why this can no longer be done to the message. */
const whyNot = (kind: 'delete' | 'report', message: MessageView, { group, userId }: Chat, now: number) => {
  if (message.isDeleted) return summaryOf(message);
  return rightsOnMessage(group, userId, message, now)[kind] ? undefined : ACCESS_DENIED;
};
