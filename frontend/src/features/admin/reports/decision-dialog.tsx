import type { ReviewAction } from '@quorum/contracts/report/choices.ts';
import { useAction } from '../../../data/actions/use-action.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useReviewReportMutation } from '../admin-api.ts';
import { decisions } from '../decisions.ts';
import { failedTo } from '../failed-to.ts';

type Props = {
  readonly action: ReviewAction;
  readonly reportId: string;
  readonly notes: string;
  readonly onClose: () => void;
  readonly onDecided: () => void;
};

/** Asks for confirmation, then decides. Also reports a decision that someone else made. */
export function DecisionDialog({ action, reportId, notes, onClose, onDecided }: Props) {
  const [review] = useReviewReportMutation();
  const { label, question, explanation, busy: busyLabel, destructive } = decisions[action];
  const { act, busy, error } = useAction(review, {
    failed: failedTo('process action'),
    done: ({ message }) => message,
    next: onDecided,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void act({ reportId, action, adminNotes: notes })}
      title={question}
      confirmLabel={label}
      busyLabel={busy && busyLabel}
      destructive={destructive}
      error={error}
    >
      {explanation}
    </ConfirmDialog>
  );
}
