import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { Lightbox } from '../../../shared/ui/lightbox.tsx';
import { imagesOfDay } from './chat-images.ts';
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
