import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { RefObject } from 'react';
import { rightsOnMessage } from '../../data/message/message-rights.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { MessageListHandle } from './list/message-list.tsx';

type Own = {
  readonly group: GroupView;
  readonly userId: string;
  /** Undefined while the newest messages are not loaded. */
  readonly messages: readonly MessageView[] | undefined;
  readonly list: RefObject<MessageListHandle | null>;
  readonly edit: (message: MessageView) => void;
};

/** Edits the user's last message. When that is not allowed, focuses the last of all. */
export const useEditLast = ({ group, userId, messages, list, edit }: Own) => {
  const { now } = useServices();
  return (): void => {
    const own = messages?.findLast(({ senderId, isDeleted }) => senderId._id === userId && !isDeleted);
    if (own === undefined || !rightsOnMessage(group, userId, own, now()).edit) {
      list.current?.focusLast();
      return;
    }
    if (document.querySelector(`[data-row="${CSS.escape(own._id)}"]`) === null) list.current?.show(own._id);
    edit(own);
  };
};
