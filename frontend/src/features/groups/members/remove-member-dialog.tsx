import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { useRemoveMemberMutation } from '../../../data/group/group-api.ts';
import { personName } from '../../../data/user/person-label.ts';
import { Checkbox } from '../../../shared/ui/controls/checkbox.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { useRenewInvitation } from '../use-renew-invitation.ts';

export const REMOVE_FAILED = 'Failed to remove member';

export interface MemberQuestionProps {
  group: GroupView;
  member: MemberView;
  /** Why this can no longer be done. */
  withdrawn?: string | undefined;
  onClose: () => void;
}

export function RemoveMemberDialog({ group, member, withdrawn, onClose }: MemberQuestionProps) {
  const [remove, { isSuccess }] = useRemoveMemberMutation();
  const { renew } = useRenewInvitation(group._id);
  const [alsoRenew, setAlsoRenew] = useState(true);
  const toast = useToast();
  const name = personName(member.userId);
  const { act, busy, error } = useAction(remove, REMOVE_FAILED, async () => {
    // The removal stands even if this fails.
    const failure = alsoRenew ? await renew() : undefined;
    if (failure !== undefined) toast(failure, 'error');
    onClose();
  });
  useWithdrawn(busy || isSuccess ? undefined : withdrawn, onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void act({ groupId: group._id, userId: member.userId._id })}
      title="Remove Member"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      destructive
      error={error}
    >
      Remove {name} from {group.name}? They can’t come back until the owner or an admin lets them back in.
      <Checkbox checked={alsoRenew} disabled={busy} onChange={setAlsoRenew}>
        Also renew the invite code and link
      </Checkbox>
    </ConfirmDialog>
  );
}
