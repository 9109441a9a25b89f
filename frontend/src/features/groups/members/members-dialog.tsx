import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { mayIn } from '../../../data/group/group-rights.ts';
import { useSettledText } from '../../../shared/hooks/use-settled-text.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { SearchInput } from '../../../shared/ui/controls/search-input.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import './members.css';
import { InviteDialog } from '../invite-dialog.tsx';
import { useInvitingWithdrawn } from '../use-inviting-withdrawn.ts';
import { MemberList } from './member-list.tsx';
import { RemovedMembers } from './removed-members.tsx';

/** With this many members, a search is offered. */
const SEARCH_FROM = 9;

export function MembersDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const [inviting, setInviting] = useState(false);
  const [search, setSearch] = useState('');
  const settled = useSettledText(search.trim());
  useInvitingWithdrawn(group, inviting, () => setInviting(false));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Members (${group.memberCount})`}
      sub={group.name}
      className="members"
      belowHead={
        <>
          {mayIn(group, 'invite') && (
            <Button
              size="sm"
              variant="soft"
              className="members__invite"
              aria-label="Invite Members"
              icon={<Plus className="i i--sm" />}
              onClick={() => setInviting(true)}
            >
              Invite
            </Button>
          )}
          {(group.memberCount >= SEARCH_FROM || search !== '') && (
            <SearchInput label="Search members" className="members__search" value={search} onChange={setSearch} />
          )}
        </>
      }
    >
      <MemberList group={group} search={settled} />
      {mayIn(group, 'manageRemoved') && <RemovedMembers group={group} />}
      <Roles />
      {inviting && <InviteDialog group={group} onClose={() => setInviting(false)} />}
    </Dialog>
  );
}

function Roles() {
  return (
    <div className="roles">
      <div>
        <b>Owner</b>Everything, including permissions, roles and deleting the group.
      </div>
      <div>
        <b>Admin</b>Edits details, invites, creates events, deletes messages, removes members.
      </div>
      <div>
        <b>Member</b>Whatever the group’s permissions allow.
      </div>
    </div>
  );
}
