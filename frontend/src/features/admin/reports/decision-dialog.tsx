import { type ReviewAction, reviewLabels } from '@quorum/contracts/report/rules.ts';
import { Ban, Trash2 } from 'lucide-react';
import { useAction } from '../../../data/actions/use-action.ts';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { failedTo } from '../load-notice.tsx';

type Decision = {
  readonly question: string;
  readonly explanation: string;
  readonly busy: string;
  readonly destructive: boolean;
};

/** The confirmation that each action asks for. */
const decisions: { readonly [A in ReviewAction]: Decision } = {
  allow: {
    question: 'Allow this message?',
    explanation: 'This will mark the report as reviewed with no action taken.',
    busy: 'Allowing...',
    destructive: false,
  },
  remove_message: {
    question: 'Remove this message?',
    explanation: 'The message will be permanently deleted for everyone, with its files. This cannot be undone.',
    busy: 'Removing...',
    destructive: true,
  },
  ban_user: {
    question: 'Ban this user?',
    explanation:
      'This deletes all the user’s data and prevents new accounts with this phone number. This cannot be undone.',
    busy: 'Banning...',
    destructive: true,
  },
};

type Props = {
  readonly action: ReviewAction;
  readonly reportId: string;
  readonly notes: string;
  readonly onClose: () => void;
  readonly onDecided: () => void;
};

/** Asks for confirmation, then decides. Also reports a decision that someone else made. */
export function DecisionDialog({ action, reportId, notes, onClose, onDecided }: Props) {
  const [review] = adminApi.useReviewReportMutation();
  const { question, explanation, busy: busyLabel, destructive } = decisions[action];
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
      confirmLabel={reviewLabels[action]}
      busyLabel={busy && busyLabel}
      destructive={destructive}
      sign={action === 'ban_user' ? <Ban className="i" /> : <Trash2 className="i" />}
      error={error}
    >
      {explanation}
    </ConfirmDialog>
  );
}
