import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { createContext, useContext } from 'react';

/** Shared by the rows of a chat. */
export type Chat = {
  readonly group: GroupView;
  readonly userId: string;
  readonly timeZone: string;
  /** The message that is being edited. */
  readonly editingId: string | null;
  /** The message that a dialog is about. Its actions stay, because one of them gets the focus back. */
  readonly askedId: string | null;
  readonly reply: (message: MessageView) => void;
  readonly edit: (message: MessageView) => void;
  /** Does nothing when another message is being edited by now. */
  readonly endEdit: (messageId: string) => void;
  readonly remove: (message: MessageView) => void;
  readonly report: (message: MessageView) => void;
  readonly openImage: (message: MessageView) => void;
  /** Searches what somebody wrote in this chat. */
  readonly searchFrom: (person: PersonView) => void;
  readonly jumpTo: (messageId: string) => void;
  /** Leads to an event in the schedule; the message that announces it has its id. */
  readonly openEvent: (eventId: string, startsAt: string) => void;
  /** Opens the board of a poll; the message that announces it has its id. */
  readonly openPoll: (pollId: string) => void;
};

export const ChatContext = createContext<Chat | null>(null);

export function useChatContext(): Chat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('This part of a chat needs a <ChatContext> above it');
  return chat;
}
