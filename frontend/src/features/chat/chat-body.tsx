import type { GroupView } from '@quorum/contracts/wire/views.ts';
import type { ReactNode } from 'react';
import { ChatEmpty } from './chat-empty.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';

export interface ChatBodyProps {
  group: GroupView;
  isLoading: boolean;
  failed: boolean;
  isEmpty: boolean;
  onInvite: () => void;
  /** The messages. */
  children: ReactNode;
}

/** The messages, or what replaces them while there are none. */
export function ChatBody({ group, isLoading, failed, isEmpty, onInvite, children }: ChatBodyProps) {
  if (!isEmpty) return children;
  if (isLoading) return <ChatSkeleton />;
  // A line above reports the failure. An invitation to say hello would be wrong where there may be messages.
  if (failed) return <div className="chat__none" />;
  return <ChatEmpty group={group} onInvite={onInvite} />;
}
