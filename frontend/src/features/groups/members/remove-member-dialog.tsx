import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { personName } from '../../../data/user/person-label.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { RENEW_FAILED } from '../settings/renew-invitation.tsx';

export const REMOVE_FAILED = 'Failed to remove member';

export interface MemberQuestionProps {
  group: GroupView;
  member: MemberView;
  /** Why this can no longer be done. */
  withdrawn?: string | undefined;
  onClose: () => void;
}

export function RemoveMemberDialog({ group, member, withdrawn, onClose }: MemberQuestionProps) {
  const [remove] = groupApi.useRemoveMemberMutation();
  const [renew] = groupApi.useRenewInvitationMutation();
  const [alsoRenew, setAlsoRenew] = useState(true);
  const toast = useToast();
  const name = personName(member.userId);
  const { act, busy, error } = useAction(remove, {
    failed: REMOVE_FAILED,
    next: async () => {
      // The removal stands even if this fails.
      const failure = alsoRenew ? (await renew(group._id)).error : undefined;
      if (failure !== undefined) toast(errorText(failure, RENEW_FAILED), 'error');
      onClose();
    },
  });
  useWithdrawn(busy ? undefined : withdrawn, onClose);
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
      <label className="checkbox">
        <input
          type="checkbox"
          checked={alsoRenew}
          disabled={busy}
          onChange={(event) => setAlsoRenew(event.target.checked)}
        />
        <span>Also renew the invite code and link</span>
      </label>
    </ConfirmDialog>
  );
}
