import { ACCESS_DENIED } from '@quorum/contracts/kernel/rules.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useCallback, useState } from 'react';
import { rightsOnMessage } from '../../../data/message/message-rights.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useAfter } from '../../../shared/hooks/use-after.ts';
import { type Chat, useChatContext } from '../chat-context.ts';
import { summaryOf } from '../summary.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { GroupPictures } from './group-pictures.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** The dialog over the chat, and its message. */
export type Question = { readonly kind: 'delete' | 'report' | 'image'; readonly message: MessageView };

/** Milliseconds. Longer than a dialog takes to close. */
const FOCUS_RETURN_MS = 200;

/** At most one dialog about one message. */
export const useQuestion = () => {
  const [question, setQuestion] = useState<Question | null>(null);
  const [askedId, setAskedId] = useState<string | null>(null);

  const ask = useCallback((kind: Question['kind'], message: MessageView) => {
    setQuestion({ kind, message });
    setAskedId(message._id);
  }, []);
  const close = useCallback(() => setQuestion(null), []);

  // The focus returns to an action of the message, which must still be there.
  useAfter(question === null && askedId !== null, FOCUS_RETURN_MS, () => setAskedId(null));

  return { question, askedId, ask, close };
};

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
