import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { useEffect } from 'react';
import { takeBack } from '../../../entities/message/outbox.ts';
import type { Outgoing } from '../../../entities/message/outbox-slice.ts';
import { useAppDispatch } from '../../../entities/store/hooks.ts';
import { useToast } from '../../../shared/ui/toast.tsx';
import { SEND_FAILED } from '../message/outgoing-state.tsx';

/** A text that was refused comes back to be changed, with what it answers, unless something else is being written. */
export const useRestored = (
  outgoing: readonly Outgoing[],
  isEmpty: boolean,
  restore: (draft: { text: string; replyTo: MessageView | null }) => void,
): void => {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const failed = outgoing.find(({ state, file }) => state === 'failed' && file === undefined);
  useEffect(() => {
    if (failed === undefined || !isEmpty) return;
    const taken = dispatch(takeBack(failed.id));
    if (taken === undefined) return;
    restore({ text: taken.content, replyTo: taken.replyTo });
    toast(taken.error || SEND_FAILED, 'error');
  }, [failed, isEmpty, dispatch, restore, toast]);
};
