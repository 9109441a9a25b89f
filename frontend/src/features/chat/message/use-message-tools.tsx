import { type FocusEvent, useState } from 'react';
import { rightsOnMessage } from '../../../entities/message/message-rights.ts';
import { useServices } from '../../../entities/store/services-context.tsx';
import { useChatContext } from '../chat-context.ts';
import type { ChatLine } from '../chat-lines.ts';
import { MessageTools } from './message-tools.tsx';

/** The actions stand beside the message that the pointer or the focus is on, and beside no other. */
export const useMessageTools = ({ message, outgoing }: ChatLine) => {
  const { group, userId, editingId, askedId } = useChatContext();
  const { now } = useServices();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [busy, setBusy] = useState(false);
  const asked = askedId === message._id;
  const open = (hovered || focused || busy || asked) && outgoing === undefined && editingId !== message._id;
  const rights = open ? rightsOnMessage(group, userId, message, now()) : undefined;
  return {
    tools: rights?.reply ? <MessageTools message={message} rights={rights} onBusy={setBusy} /> : null,
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  };
};
