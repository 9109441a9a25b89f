import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { Calendar, MessageCircle, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUnread } from '../../entities/message/use-unread.ts';
import type { GroupViewKind } from '../../entities/session/view-slice.ts';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MediaButtons, type MediaKind } from './media-buttons.tsx';
import { MembersSection } from './members-section.tsx';
import './sidebar.css';

export interface GroupSidebarProps {
  /** Undefined while it loads. */
  group: GroupView | undefined;
  view: GroupViewKind;
  onView: (view: GroupViewKind) => void;
  /** The month calendar and the button that creates events. */
  children: ReactNode;
  onSettings: () => void;
  onAllMembers: () => void;
  onInvite: () => void;
  media: MediaKind | null;
  onMedia: (kind: MediaKind) => void;
}

/** What lies left of a group's sheet. */
export function GroupSidebar(props: GroupSidebarProps) {
  const { group, view, onView, children, onSettings, onAllMembers, onInvite, media, onMedia } = props;
  const waiting = useDelayedFlag(group === undefined);
  const unread = useUnread(group);
  return (
    <aside className="side" aria-label={group?.name ?? 'Loading'} aria-busy={group === undefined || undefined}>
      <header className="side__head">
        {group ? (
          <h1 title={group.name}>{group.name}</h1>
        ) : (
          <h1>
            <span className="sr">Loading</span>
            {waiting && <Skeleton width={172} height={18} radius={7} />}
          </h1>
        )}
        <IconButton
          label="Group settings"
          icon={<Settings2 className="i" aria-hidden="true" />}
          disabled={group === undefined}
          onClick={onSettings}
        />
      </header>
      <Segmented
        label="View"
        value={view}
        onChange={onView}
        options={[
          {
            value: 'chat',
            label: 'Chat',
            icon: <MessageCircle className="i" aria-hidden="true" />,
            count: unread,
            ...(unread > 0 ? { describe: `Chat, ${unread > 99 ? '99 or more' : unread} unread` } : {}),
          },
          { value: 'calendar', label: 'Schedule', icon: <Calendar className="i" aria-hidden="true" /> },
        ]}
      />
      {children}
      <MembersSection group={group} onAll={onAllMembers} onInvite={onInvite} />
      <MediaButtons open={media} onOpen={onMedia} />
    </aside>
  );
}
