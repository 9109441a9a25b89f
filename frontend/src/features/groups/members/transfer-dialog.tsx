import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { useTransferOwnershipMutation } from '../../../data/group/group-api.ts';
import { selectUser } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import type { MemberQuestionProps } from './remove-member-dialog.tsx';

export const TRANSFER_FAILED = 'Failed to transfer ownership';

/** The current owner beside the new one. The focus starts on Cancel, because the old owner cannot undo it alone. */
export function TransferDialog({ group, member, withdrawn, onClose }: MemberQuestionProps) {
  const [transfer] = useTransferOwnershipMutation();
  const me = useAppSelector(selectUser);
  const cancel = useRef<HTMLButtonElement>(null);
  const next = member.userId;
  const { act, busy, error } = useAction(transfer, {
    failed: TRANSFER_FAILED,
    done: `${personName(next)} is now the Owner`,
    next: onClose,
  });
  // The news of the transfer may come before its answer.
  useWithdrawn(busy ? undefined : withdrawn, onClose);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Transfer Ownership"
      role="alertdialog"
      className="xfer"
      closeButton={false}
      busy={busy}
      initialFocus={cancel}
      foot={
        <>
          <Button ref={cancel} onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busyLabel={busy && 'Transferring...'}
            onClick={() => void act({ groupId: group._id, userId: next._id })}
          >
            Transfer Ownership
          </Button>
        </>
      }
    >
      <div className="xfer__pair">
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
      {error && <ErrorLine>{error}</ErrorLine>}
    </Dialog>
  );
}
