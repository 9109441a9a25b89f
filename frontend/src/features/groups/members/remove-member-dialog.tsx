import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { UserMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { groupApi } from '../../../data/group/group-api.ts';
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
  const onMember = { groupId: group._id, userId: member.userId._id };
  const { data: coming = 0 } = eventApi.useComingEventsOfQuery(onMember);
  const [alsoRenew, setAlsoRenew] = useState(true);
  const [deleteEvents, setDeleteEvents] = useState(false);
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
      onConfirm={() => void act({ ...onMember, deleteEvents })}
      title="Remove Member"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      destructive
      sign={<UserMinus className="i" />}
      error={error}
    >
      Remove {name} from {group.name}? They can’t come back until the owner or an admin lets them back in.
      {coming > 0 && (
        <Choice checked={deleteEvents} disabled={busy} onChange={setDeleteEvents}>
          Also delete their {counted(coming, 'coming event')}
        </Choice>
      )}
      <Choice checked={alsoRenew} disabled={busy} onChange={setAlsoRenew}>
        Also renew the invite code and link
      </Choice>
    </ConfirmDialog>
  );
}

interface ChoiceProps {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ checked, disabled, onChange, children }: ChoiceProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
