import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useCallback, useState } from 'react';
import { useAfter } from '../../../shared/hooks/use-after.ts';

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
