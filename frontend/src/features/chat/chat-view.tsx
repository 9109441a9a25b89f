import './chat.css';
import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { Calendar, MessageCircle } from 'lucide-react';
import { useGroup } from '../../data/group/use-group.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { GroupChat } from './group-chat.tsx';

export interface ChatViewProps {
  groupId: string;
  onInvite: () => void;
  onSearch: (from?: PersonView) => void;
  /** Leads to an event in the schedule. */
  onEvent: (eventId: string, startsAt: string) => void;
  /** Opens the board of a poll. */
  onPoll: (pollId: string) => void;
  onNotifications: (opener: HTMLElement) => void;
  /** Leads from the chat that My Schedule does not have to its calendar. */
  onBack: () => void;
}

/** The chat of a group, on the sheet. */
export default function ChatView({ groupId, onBack, ...actions }: ChatViewProps) {
  const group = useGroup(groupId);
  if (groupId === MY_SCHEDULE) return <ChatNotAvailable onBack={onBack} />;
  if (group === undefined) return <ChatSkeleton />;
  return <GroupChat key={groupId} group={group} {...actions} />;
}

/** Shown instead of a chat in My Schedule, which has none. */
function ChatNotAvailable({ onBack }: { onBack: () => void }) {
  return (
    <div className="chat__none">
      <div className="empty">
        <span className="icon-disc chat__nope">
          <MessageCircle className="i i--lg" />
        </span>
        <h2>Chat Not Available</h2>
        <p>Chat is only available for group conversations.</p>
        <Button icon={<Calendar className="i" />} onClick={onBack}>
          Back to Calendar
        </Button>
      </div>
    </div>
  );
}
