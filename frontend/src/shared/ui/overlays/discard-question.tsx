import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLeaveWarning } from '../../hooks/use-leave-warning.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const TEXTS = {
  event: { title: 'Discard this event?', text: 'What you entered will be lost.' },
  group: { title: 'Discard this group?', text: 'What you entered will be lost.' },
  report: { title: 'Discard this report?', text: 'What you entered will be lost.' },
  changes: { title: 'Discard changes?', text: 'Your changes haven’t been saved.' },
} as const;

/**
 * Asks before closing a form loses what was entered. The browser asks before it leaves the page.
 * @returns `close` for the form's dialog, and `question` to show beside it.
 */
export function useDiscardQuestion(
  what: keyof typeof TEXTS,
  isTouched: boolean,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [asks, setAsks] = useState(false);
  useLeaveWarning(isTouched);
  const { title, text } = TEXTS[what];
  return {
    close: () => (isTouched ? setAsks(true) : onClose()),
    question: (
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={onClose}
        title={title}
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        destructive
        sign={<Trash2 className="i" />}
      >
        {text}
      </ConfirmDialog>
    ),
  };
}
