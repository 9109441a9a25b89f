import type { ReviewAction } from '@quorum/contracts/report/choices.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useReviewReportMutation } from '../admin-api.ts';
import { decisions } from '../decisions.ts';

type Props = {
  readonly action: ReviewAction;
  readonly reportId: string;
  readonly notes: string;
  readonly onClose: () => void;
  readonly onDecided: () => void;
};

/** Asks for confirmation, then decides. Also reports a decision that someone else made. */
export function DecisionDialog({ action, reportId, notes, onClose, onDecided }: Props) {
  const [review, { isLoading, error }] = useReviewReportMutation();
  const toast = useToast();
  const { label, question, explanation, busy, destructive } = decisions[action];
  const decide = async () => {
    const { data } = await review({ reportId, action, adminNotes: notes });
    if (data === undefined) return;
    toast(data.message);
    onDecided();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void decide()}
      title={question}
      confirmLabel={label}
      busyLabel={isLoading && busy}
      destructive={destructive}
      error={error && `Failed to process action: ${errorText(error, 'no answer from the server')}`}
    >
      {explanation}
    </ConfirmDialog>
  );
}
