import type { GroupView, MemberView } from '@quorum/contracts/wire/views.ts';
import { useState } from 'react';
import { errorText } from '../../../entities/api/api-error.ts';
import { useRemoveMemberMutation } from '../../../entities/group/group-api.ts';
import { personName } from '../../../entities/user/person-label.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

export const REMOVE_FAILED = 'Failed to remove member';

export interface MemberQuestionProps {
  group: GroupView;
  member: MemberView;
  onClose: () => void;
}

export function RemoveMemberDialog({ group, member, onClose }: MemberQuestionProps) {
  const [remove, { isLoading }] = useRemoveMemberMutation();
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setError(undefined);
    const answer = await remove({ groupId: group._id, userId: member.userId._id });
    if (answer.error) setError(errorText(answer.error, REMOVE_FAILED));
    else onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Remove Member"
      confirmLabel="Remove"
      busyLabel={isLoading && 'Removing...'}
      destructive
      error={error}
    >
      Remove {personName(member.userId)} from {group.name}? They can come back with a new invitation.
    </ConfirmDialog>
  );
}
