import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { rightsOnMessage } from '../../../data/message/message-rights.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useFocusLeave } from '../../../shared/hooks/use-focus-leave.ts';
import { useChatContext } from '../chat-context.ts';
import type { ChatLine } from '../chat-lines.ts';
import { MessageTools } from './message-tools.tsx';
import { dropTools, holdTools, leaveTools, ownsTools, subscribeToOwner, takeTools } from './tools-owner.ts';

/** Only the message that the pointer or the focus reached last shows its actions. */
export const useMessageTools = ({ message, outgoing }: ChatLine) => {
  const { group, userId, editingId, askedId } = useChatContext();
  const { now } = useServices();
  const id = message._id;
  const isHovered = useRef(false);
  const leaving = useFocusLeave(() => isHovered.current || leaveTools(id));
  const owns = useSyncExternalStore(subscribeToOwner, () => ownsTools(id));
  useEffect(() => () => dropTools(id), [id]);
  const open = (owns || askedId === id) && outgoing === undefined && editingId !== id;
  const rights = open ? rightsOnMessage(group, userId, message, now()) : undefined;
  return {
    tools: rights?.reply ? <MessageTools message={message} rights={rights} onBusy={holdTools} /> : null,
    onPointerEnter: (event: PointerEvent) => {
      isHovered.current = true;
      keepFocusInList(event.currentTarget);
      takeTools(id);
    },
    onPointerLeave: (event: PointerEvent) => {
      isHovered.current = false;
      if (!event.currentTarget.contains(document.activeElement)) leaveTools(id);
    },
    onFocus: () => takeTools(id),
    ...leaving,
  };
};

/** Another message is about to lose its actions. A focus left on one of them must stay in the list. */
const keepFocusInList = (row: Element): void => {
  const other = document.activeElement?.closest('.message__acts')?.closest<HTMLElement>('[data-row]');
  if (other && other !== row) other.focus({ preventScroll: true });
};
