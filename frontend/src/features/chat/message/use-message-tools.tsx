import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { rightsOnMessage } from '../../../data/message/message-rights.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useFocusLeave } from '../../../shared/hooks/use-focus-leave.ts';
import { useChatContext } from '../chat-context.ts';
import type { ChatLine } from '../chat-lines.ts';
import { MessageTools } from './message-tools.tsx';

/** The one message that shows its actions: the last one that the pointer or the focus moved to. */
let active: string | undefined;
/** A menu of it is open, so it stays active. */
let isPinned = false;
const listeners = new Set<() => void>();

const set = (next: string | undefined): void => {
  if (next === active) return;
  active = next;
  for (const listener of listeners) listener();
};

const subscribeToActive = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const hasActiveTools = (messageId: string): boolean => active === messageId;

const activateTools = (messageId: string): void => {
  if (!isPinned) set(messageId);
};

const deactivateTools = (messageId: string): void => {
  if (active === messageId && !isPinned) set(undefined);
};

const pinTools = (pinned: boolean): void => {
  isPinned = pinned;
};

/** The message, and any menu of it, is no longer drawn. */
const releaseTools = (messageId: string): void => {
  if (active !== messageId) return;
  isPinned = false;
  set(undefined);
};

/** Only the message that the pointer or the focus reached last shows its actions. */
export const useMessageTools = ({ message, outgoing }: ChatLine) => {
  const { group, userId, editingId, askedId } = useChatContext();
  const { now } = useServices();
  const id = message._id;
  const isHovered = useRef(false);
  const leaving = useFocusLeave(() => isHovered.current || deactivateTools(id));
  const isActive = useSyncExternalStore(subscribeToActive, () => hasActiveTools(id));
  useEffect(() => () => releaseTools(id), [id]);
  const open = (isActive || askedId === id) && outgoing === undefined && editingId !== id;
  const rights = open ? rightsOnMessage(group, userId, message, now()) : undefined;
  return {
    tools: rights?.reply ? <MessageTools message={message} rights={rights} onBusy={pinTools} /> : null,
    onPointerEnter: (event: PointerEvent) => {
      isHovered.current = true;
      keepFocusInList(event.currentTarget);
      activateTools(id);
    },
    onPointerLeave: (event: PointerEvent) => {
      isHovered.current = false;
      if (!event.currentTarget.contains(document.activeElement)) deactivateTools(id);
    },
    onFocus: () => activateTools(id),
    ...leaving,
  };
};

/** Another message is about to lose its actions. A focus left on one of them must stay in the list. */
const keepFocusInList = (row: Element): void => {
  const other = document.activeElement?.closest('.message__acts')?.closest<HTMLElement>('[data-row]');
  if (other && other !== row) other.focus({ preventScroll: true });
};
