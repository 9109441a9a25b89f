import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import { useGroup } from '../../data/group/use-group.ts';
import { PollDialog } from '../../features/calendar/polls/poll-dialog.tsx';
import { AddGroupDialog } from '../../features/groups/add-group-dialog.tsx';
import { ColorPicker } from '../../features/groups/color-picker.tsx';
import { CreateGroupDialog } from '../../features/groups/create/create-group-dialog.tsx';
import { InviteDialog } from '../../features/groups/invite-dialog.tsx';
import { MembersDialog } from '../../features/groups/members/members-dialog.tsx';
import { GroupSettingsDialog } from '../../features/groups/settings/group-settings-dialog.tsx';
import { useInvitingWithdrawn } from '../../features/groups/use-inviting-withdrawn.ts';
import { JoinDialog } from '../../features/invites/join-dialog.tsx';
import { NotificationsMenu } from '../../features/notifications/notifications-menu.tsx';
import { pathOfEvent } from '../../shared/lib/addresses.ts';
import { AccentScope } from '../../shared/ui/feedback/accent-scope.tsx';
import type { DashboardDialog, OpenDialog } from './dialogs.ts';

export interface GroupDialogsProps {
  dialog: DashboardDialog | null;
  onOpen: OpenDialog;
  onClose: () => void;
}

export function GroupDialogs({ dialog, onOpen, onClose }: GroupDialogsProps) {
  const navigate = useNavigate();
  const open = (groupId: string) => void navigate(`/dashboard/group/${groupId}`);
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'add':
      return (
        <AddGroupDialog
          onClose={onClose}
          onCreate={() => onOpen({ kind: 'create' })}
          onJoin={() => onOpen({ kind: 'join' })}
        />
      );
    case 'create':
      return <CreateGroupDialog onClose={onClose} onCreated={({ _id }) => open(_id)} />;
    case 'join':
      return (
        <JoinDialog
          onClose={onClose}
          onOpen={(groupId) => {
            onClose();
            open(groupId);
          }}
        />
      );
    default:
      return <DialogOfGroup key={dialog.groupId} dialog={dialog} onOpen={onOpen} onClose={onClose} />;
  }
}

type OfGroup = Extract<DashboardDialog, { groupId: string }>;
type OfPoll = Extract<OfGroup, { kind: 'poll' }>;

/** A search for a time. The event that is made of it is shown. */
function PollContent({ dialog, group, onOpen, onClose }: OfPollProps) {
  const navigate = useNavigate();
  return (
    <PollDialog
      group={group}
      pollId={dialog.pollId}
      onOpened={(pollId) => onOpen({ kind: 'poll', groupId: group._id, pollId })}
      onEvent={({ _id }) => {
        onClose();
        void navigate(pathOfEvent(group._id, _id));
      }}
      onClose={onClose}
    />
  );
}

type OfPollProps = Pick<GroupDialogsProps, 'onOpen' | 'onClose'> & {
  readonly dialog: OfPoll;
  readonly group: GroupView;
};

/** Closes by itself when the group is gone, no matter who ended it. */
type OfGroupProps = Pick<GroupDialogsProps, 'onOpen' | 'onClose'> & { readonly dialog: OfGroup };

function DialogOfGroup({ dialog, onOpen, onClose }: OfGroupProps) {
  const { kind, groupId } = dialog;
  const group = useGroup(groupId);
  const accentOf = useGroupAccents();
  const gone = group === undefined;
  useInvitingWithdrawn(group, kind === 'invite', onClose);
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  if (gone) return null;
  return (
    <AccentScope accent={accentOf(groupId)}>
      {dialog.kind === 'poll' ? (
        <PollContent dialog={dialog} group={group} onOpen={onOpen} onClose={onClose} />
      ) : (
        contentOf(dialog, group, onClose)
      )}
    </AccentScope>
  );
}

const contentOf = (dialog: Exclude<OfGroup, OfPoll>, group: GroupView, onClose: () => void) => {
  switch (dialog.kind) {
    case 'color':
      return <ColorPicker group={group} onClose={onClose} />;
    case 'settings':
      return <GroupSettingsDialog groupId={group._id} cached={group} onClose={onClose} />;
    case 'members':
      return <MembersDialog group={group} onClose={onClose} />;
    case 'invite':
      return <InviteDialog group={group} onClose={onClose} />;
    case 'notifications':
      return <NotificationsMenu group={group} opener={dialog.opener} onClose={onClose} />;
  }
};
