import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useEffect } from 'react';
import { messageApi } from '../../../data/message/message-api.ts';
import { indexOfMessage, type MessageList } from '../../../data/message/message-list.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/toast.tsx';

export const TARGET_GONE = 'The message you were replying to has been deleted.';

/** Deleted, by itself or with its writer's account. The server judges messages that are not loaded. */
const isGone = (list: MessageList, { _id, order }: MessageView): boolean => {
  const found = list.messages[indexOfMessage(list, _id)];
  if (found !== undefined) return found.isDeleted;
  const [first, last] = [list.messages[0], list.messages.at(-1)];
  return first !== undefined && last !== undefined && first.order < order && order < last.order;
};

/** A deleted message cannot be replied to. The text stays, without the reply. */
export const useReplyTarget = (groupId: string, target: MessageView | null, drop: () => void): void => {
  const toast = useToast();
  const { data } = useAppSelector(messageApi.endpoints.messages.select(groupId));
  const lost = target !== null && data !== undefined && isGone(data, target);
  useEffect(() => {
    if (!lost) return;
    drop();
    toast(TARGET_GONE, 'error');
  }, [lost, drop, toast]);
};
