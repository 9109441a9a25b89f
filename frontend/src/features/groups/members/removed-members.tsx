import type { RemovedMemberView } from '@quorum/contracts/group/members.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { useAction } from '../../../data/actions/use-action.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';

export const LET_BACK_IN_FAILED = 'Failed to let this person back in';

/** Removed members, who stay out until let back in. Renders nothing when there are none. */
export function RemovedMembers({ group }: { group: GroupView }) {
  const { data: removed = [] } = groupApi.useRemovedMembersQuery(group._id);
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
  const [letBackIn] = groupApi.useLetBackInMutation();
  const toast = useToast();
  const name = personName(member.userId);
  const { act, busy } = useAction(letBackIn, {
    failed: LET_BACK_IN_FAILED,
    done: `${name} can join again with an invite`,
    onFailed: (why) => toast(why, 'error'),
  });
  return (
    <li>
      <Avatar size={32} {...avatarOf(member.userId)} />
      <b className="cut" title={name}>
        {name}
      </b>
      <Button
        size="sm"
        aria-label={`Let ${name} back in`}
        busyLabel={busy && 'Letting back in...'}
        onClick={() => void act({ groupId, userId: member.userId._id })}
      >
        Let back in
      </Button>
    </li>
  );
}
