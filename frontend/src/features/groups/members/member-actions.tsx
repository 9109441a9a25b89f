import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { Crown, Ellipsis, ShieldCheck, User, X } from 'lucide-react';
import { useAction } from '../../../data/actions/use-action.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { rightsOver } from '../../../data/group/group-rights.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../shared/ui/overlays/menu.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

export interface MemberActionsProps {
  group: GroupView;
  actorId: string;
  member: MemberView;
  onTransfer: () => void;
  onRemove: () => void;
}

/** Nothing, a button to remove, or a menu, depending on what the viewer may do. */
export function MemberActions({ group, actorId, member, onTransfer, onRemove }: MemberActionsProps) {
  const { changeRole, busy } = useChangeRole(group, member);
  const rights = rightsOver(group, actorId, { id: member.userId._id, role: member.role });
  const name = personName(member.userId);
  if (!rights.changeRole && !rights.transfer) {
    if (!rights.remove) return null;
    return <IconButton danger label={`Remove ${name}`} icon={<X className="i i--sm" />} onClick={onRemove} />;
  }
  return (
    <Menu
      label={name}
      trigger={
        <IconButton
          label={`Actions for ${name}`}
          icon={<Ellipsis className="i" />}
          disabled={busy}
          aria-busy={busy || undefined}
        />
      }
    >
      {rights.changeRole && <RoleItem role={member.role} onSelect={changeRole} />}
      {rights.transfer && (
        <MenuItem icon={<Crown className="i" />} onSelect={onTransfer}>
          Transfer Ownership
        </MenuItem>
      )}
      {rights.remove && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<X className="i" />} onSelect={onRemove}>
            Remove Member
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Makes a member an admin, or an admin a member. */
const useChangeRole = (group: GroupView, { userId: person, role }: MemberView) => {
  const [change] = groupApi.useChangeRoleMutation();
  const toast = useToast();
  const [next, title] = role === 'admin' ? (['member', 'a Member'] as const) : (['admin', 'an Admin'] as const);
  const { act, busy } = useAction(change, {
    failed: 'Failed to change the role',
    done: `${personName(person)} is now ${title}`,
    onFailed: (why) => toast(why, 'error'),
  });
  return { changeRole: () => void act({ groupId: group._id, userId: person._id, role: next }), busy };
};

function RoleItem({ role, onSelect }: { role: MemberView['role']; onSelect: () => void }) {
  if (role === 'admin')
    return (
      <MenuItem icon={<User className="i" />} onSelect={onSelect}>
        Make Member
      </MenuItem>
    );
  return (
    <MenuItem icon={<ShieldCheck className="i" />} onSelect={onSelect}>
      <span className="members__item">
        <b>Make Admin</b>
        <small>Edits details, invites, creates events, deletes messages, removes members</small>
      </span>
    </MenuItem>
  );
}
