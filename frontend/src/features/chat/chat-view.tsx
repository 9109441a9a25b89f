import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { useGroup } from '../../data/group/use-group.ts';
import { ChatNotAvailable } from './chat-not-available.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { GroupChat } from './group-chat.tsx';
import './chat.css';

export interface ChatViewProps {
  groupId: string;
  onInvite: () => void;
  /** Leads to an event in the schedule. */
  onEvent: (eventId: string, startsAt: string) => void;
  /** Leads from the chat that My Schedule does not have to its calendar. */
  onBack: () => void;
}

/** The chat of a group, on the sheet. */
export default function ChatView({ groupId, onInvite, onEvent, onBack }: ChatViewProps) {
  const group = useGroup(groupId);
  if (groupId === MY_SCHEDULE) return <ChatNotAvailable onBack={onBack} />;
  if (group === undefined) return <ChatSkeleton />;
  return <GroupChat key={groupId} group={group} onInvite={onInvite} onEvent={onEvent} />;
}
