import type { GroupView, RemovedMemberView } from '@quorum/contracts/group/wire.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { useLetBackInMutation, useRemovedMembersQuery } from '../../../data/group/group-api.ts';
import { avatarOf, personName } from '../../../data/user/person-label.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';

export const LET_BACK_IN_FAILED = 'Failed to let this person back in';

/** Removed members, who stay out until let back in. Renders nothing when there are none. */
export function RemovedMembers({ group }: { group: GroupView }) {
  const { data: removed = [] } = useRemovedMembersQuery(group._id);
  if (removed.length === 0) return null;
  return (
    <details className="removed">
      <summary>Removed ({removed.length})</summary>
      <ul aria-label="Removed members">
        {removed.map((member) => (
          <RemovedMember key={member.userId._id} groupId={group._id} member={member} />
        ))}
      </ul>
    </details>
  );
}

function RemovedMember({ groupId, member }: { groupId: string; member: RemovedMemberView }) {
  const [letBackIn, { isLoading }] = useLetBackInMutation();
  const toast = useToast();
  const name = personName(member.userId);
  const confirm = async () => {
    const { error } = await letBackIn({ groupId, userId: member.userId._id });
    if (error) toast(errorText(error, LET_BACK_IN_FAILED), 'error');
    else toast(`${name} can join again with an invite`);
  };
  return (
    <li>
      <Avatar size={32} {...avatarOf(member.userId)} />
      <b title={name}>{name}</b>
      <Button
        size="sm"
        aria-label={`Let ${name} back in`}
        busyLabel={isLoading && 'Letting back in...'}
        onClick={() => void confirm()}
      >
        Let back in
      </Button>
    </li>
  );
}
