import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { Calendar, MessageCircle, Settings2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useUnread } from '../../data/message/reading/use-unread.ts';
import { useMutedGroups } from '../../data/preferences/use-notifications.ts';
import type { GroupViewKind } from '../../data/session/view-slice.ts';
import { spokenCount } from '../../shared/lib/badge-count.ts';
import { BellButton } from '../../shared/ui/controls/bell-button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Segmented } from '../../shared/ui/controls/segmented.tsx';
import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { MediaButtons } from './media-buttons.tsx';
import { MembersSection } from './members-section.tsx';
import './sidebar.css';

export interface GroupSidebarProps {
  /** Undefined while loading. */
  group: GroupView | undefined;
  view: GroupViewKind;
  onView: (view: GroupViewKind) => void;
  /** The month calendar and the button that creates events. */
  children: ReactNode;
  onSettings: () => void;
  onAllMembers: () => void;
  onInvite: () => void;
  onNotifications: (opener: HTMLElement) => void;
  media: MediaKind | null;
  onMedia: (kind: MediaKind) => void;
}

function SidebarTitle({ group }: Pick<GroupSidebarProps, 'group'>) {
  if (group === undefined)
    return (
      <h1 key="loading">
        <span className="visually-hidden">Loading</span>
        <Delayed>
          <Skeleton width={172} height={18} radius={7} />
        </Delayed>
      </h1>
    );
  return (
    <h1 key="name" className="cut" title={group.name}>
      {group.name}
    </h1>
  );
}

type ViewSwitchProps = Pick<GroupSidebarProps, 'view' | 'onView'> & { groupId: string | undefined };

/** Alone in the sidebar it changes with each message. */
function ViewSwitch({ groupId, view, onView }: ViewSwitchProps) {
  const unread = useUnread(groupId);
  return (
    <Segmented
      label="View"
      value={view}
      onChange={onView}
      options={[
        {
          value: 'chat',
          label: 'Chat',
          icon: <MessageCircle className="i" />,
          count: unread,
          ...(unread > 0 && { describe: `Chat, ${spokenCount(unread)} unread` }),
        },
        { value: 'calendar', label: 'Schedule', icon: <Calendar className="i" /> },
      ]}
    />
  );
}

type GroupBellProps = { groupId: string | undefined; onOpen: GroupSidebarProps['onNotifications'] };

function GroupBell({ groupId, onOpen }: GroupBellProps) {
  const muted = useMutedGroups();
  return groupId === undefined ? null : <BellButton isMuted={muted.has(groupId)} onOpen={onOpen} />;
}

/** The sidebar of a group. */
export function GroupSidebar(props: GroupSidebarProps) {
  const { group, view, onView, children, onSettings, onAllMembers, onInvite, onNotifications, media, onMedia } = props;
  return (
    <aside className="sidebar" aria-label={group?.name ?? 'Loading'} aria-busy={group === undefined || undefined}>
      <header className="sidebar__head">
        <SidebarTitle group={group} />
        <GroupBell groupId={group?._id} onOpen={onNotifications} />
        <IconButton
          label="Group settings"
          icon={<Settings2 className="i" />}
          disabled={group === undefined}
          onClick={onSettings}
        />
      </header>
      <ViewSwitch groupId={group?._id} view={view} onView={onView} />
      {children}
      {/* The key replaces the placeholders as a whole: only the loaded group says how much there is to show. */}
      <Fragment key={group === undefined ? 'loading' : 'group'}>
        <MembersSection group={group} onAll={onAllMembers} onInvite={onInvite} />
        <MediaButtons open={media} onOpen={onMedia} />
      </Fragment>
    </aside>
  );
}
