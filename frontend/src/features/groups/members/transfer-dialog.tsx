import { personName } from '@quorum/contracts/text/person-name.ts';
import { ArrowRight } from 'lucide-react';
import { useAction } from '../../../data/actions/use-action.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { selectUser } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import type { MemberQuestionProps } from './remove-member-dialog.tsx';
import './transfer-dialog.css';

export const TRANSFER_FAILED = 'Failed to transfer ownership';

/** The current owner beside the new one. The old owner cannot undo it alone. */
export function TransferDialog({ group, member, withdrawn, onClose }: MemberQuestionProps) {
  const [transfer] = groupApi.useTransferOwnershipMutation();
  const me = useAppSelector(selectUser);
  const next = member.userId;
  const { act, busy, error } = useAction(transfer, {
    failed: TRANSFER_FAILED,
    done: `${personName(next)} is now the Owner`,
    next: onClose,
  });
  // The news of the transfer may come before its answer.
  useWithdrawn(busy ? undefined : withdrawn, onClose);

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void act({ groupId: group._id, userId: next._id })}
      title="Transfer Ownership"
      className="transfer"
      confirmLabel="Transfer Ownership"
      busyLabel={busy && 'Transferring...'}
      cautious
      error={error}
    >
      <div className="transfer__pair">
        <div>
          {me && <Avatar size={64} {...avatarOf(me)} />}
          <b>{me ? personName(me) : 'You'}</b>
          <small>Current owner</small>
        </div>
        <ArrowRight className="i i--lg" />
        <div>
          <Avatar size={64} {...avatarOf(next)} />
          <b>{personName(next)}</b>
          <small>New owner</small>
        </div>
      </div>
      <p>
        Only {personName(next)} will be able to change permissions and roles, delete the group, or make you owner again.
        You’ll stay in the group and can leave anytime.
      </p>
    </ConfirmDialog>
  );
}
