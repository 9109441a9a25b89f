import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { Crown, Ellipsis, ShieldCheck, User, X } from 'lucide-react';
import { rightsOver } from '../../../data/group/group-rights.ts';
import { personName } from '../../../data/user/person-label.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../shared/ui/overlays/menu.tsx';

export interface MemberActionsProps {
  group: GroupView;
  actorId: string;
  member: MemberView;
  busy: boolean;
  onRole: (role: 'admin' | 'member') => void;
  onTransfer: () => void;
  onRemove: () => void;
}

/** Nothing, a button to remove, or a menu, depending on what the viewer may do. */
export function MemberActions({ group, actorId, member, busy, onRole, onTransfer, onRemove }: MemberActionsProps) {
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
      {rights.changeRole && <RoleItem role={member.role} onRole={onRole} />}
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

function RoleItem({ role, onRole }: { role: MemberView['role']; onRole: MemberActionsProps['onRole'] }) {
  if (role === 'admin')
    return (
      <MenuItem icon={<User className="i" />} onSelect={() => onRole('member')}>
        Make Member
      </MenuItem>
    );
  if (role !== 'member') return null;
  return (
    <MenuItem icon={<ShieldCheck className="i" />} onSelect={() => onRole('admin')}>
      <span className="mm__item">
        <b>Make Admin</b>
        <small>Edits details, invites, creates events, deletes messages, removes members</small>
      </span>
    </MenuItem>
  );
}
