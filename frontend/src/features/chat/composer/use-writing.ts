import { limits } from '@quorum/contracts/kernel/limits.ts';
import { useDraft } from '../../../data/message/drafts.ts';
import { useTypingNotice } from '../../../data/message/use-typing.ts';
import { useAttachments } from './use-attachments.ts';
import { useSend } from './use-send.ts';

/** What is being written in a group, and whether it can be sent. */
export const useWriting = (groupId: string) => {
  const [{ text, replyTo, picked }, change] = useDraft(groupId);
  const { attachments, items, isSending, holdsText } = useAttachments(groupId);
  const { noticed, over } = useTypingNotice(groupId);
  const sendAll = useSend(groupId, attachments);

  const hasText = text.trim() !== '';
  const isTooLong = text.trim().length > limits.message;
  const isNothing = !hasText && items.length === 0;
  // While files are being sent, a separate text may be sent. A text that belongs to them waits.
  const isBlocked = holdsText || isTooLong || isNothing || (isSending && !hasText);

  return {
    text,
    replyTo,
    picked,
    files: items,
    removeFile: attachments.remove,
    isSending,
    /** A text that belongs to files being sent cannot be changed. */
    holdsText,
    isTooLong,
    isBlocked,
    isEmpty: text === '' && replyTo === null && !holdsText,
    change,
    write: (next: string): void => {
      change({ text: next });
      if (next.trim() === '') over();
      else noticed();
    },
    send: (): void => {
      over();
      void sendAll(hasText);
    },
  };
};
