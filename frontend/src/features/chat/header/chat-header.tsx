import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { Search } from 'lucide-react';
import { useMutedGroups } from '../../../data/preferences/use-notifications.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { BellButton } from '../../../shared/ui/controls/bell-button.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { AvatarStack } from '../../../shared/ui/people/avatar-stack.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import { JumpToDate } from './jump-to-date.tsx';
import './chat-header.css';

interface ChatHeaderProps {
  group: GroupView;
  onSearch: () => void;
  onNewest: () => void;
  onNotifications: (opener: HTMLElement) => void;
}

const FACES = 5;

/** The group, and what can be done with its chat. */
export function ChatHeader({ group, onSearch, onNewest, onNotifications }: ChatHeaderProps) {
  const isMuted = useMutedGroups().has(group._id);
  return (
    <header className="chat__top">
      <GroupAvatar size={36} name={group.name} imageUrl={group.imageUrl} />
      <div className="chat__title">
        <h2 className="cut" dir="auto">
          {group.name}
        </h2>
        <p>{counted(group.memberCount, 'member')}</p>
      </div>
      <span className="hide-md">
        <AvatarStack
          size={28}
          max={FACES}
          total={group.memberCount}
          people={group.members.map(({ userId: person }) => ({ id: person._id, ...avatarOf(person) }))}
        />
      </span>
      <IconButton label="Search this chat" icon={<Search className="i" />} onClick={onSearch} />
      <JumpToDate group={group} onNewest={onNewest} />
      <BellButton isMuted={isMuted} onOpen={onNotifications} />
    </header>
  );
}
