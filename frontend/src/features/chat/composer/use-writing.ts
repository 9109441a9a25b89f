import { limits } from '@quorum/contracts/kernel/limits.ts';
import { MESSAGE_DELETED, MESSAGE_NOT_FOUND, REPLY_TARGET_UNKNOWN } from '@quorum/contracts/message/rules.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { type Draft, useDraft } from '../../../data/message/drafts.ts';
import { asWritten } from '../../../data/message/mentions.ts';
import { takeBack } from '../../../data/message/outbox/outbox.ts';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { useTypingNotice } from '../../../data/message/use-typing.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { SEND_FAILED } from '../message/outgoing-state.tsx';
import { useAttachments, useSend } from './use-send.ts';

/** The text and files that are being written in a group, and whether they can be sent. */
export const useWriting = (groupId: string) => {
  const [{ text, replyTo, picked }, change] = useDraft(groupId);
  const { attachments, items, isSending, holdsText } = useAttachments(groupId);
  const { noticed, over } = useTypingNotice(groupId);
  const sendAll = useSend(groupId, attachments);

  const hasText = text.trim() !== '';
  const isTooLong = text.trim().length > limits.message;
  const isNothing = !hasText && items.length === 0;
  // While files are being sent, a separate text may be sent. A text that belongs to them waits.
  const isBlocked = holdsText || isTooLong || isNothing || (isSending && !hasText);

  return {
    text,
    replyTo,
    picked,
    files: items,
    removeFile: attachments.remove,
    isSending,
    /** A text that belongs to files being sent cannot be changed. */
    holdsText,
    isTooLong,
    isBlocked,
    isEmpty: text === '' && replyTo === null && !holdsText,
    change,
    write: (next: string): void => {
      change({ text: next });
      if (next.trim() === '') over();
      else noticed();
    },
    send: (): void => {
      over();
      void sendAll(hasText);
    },
  };
};

const aboutTarget: readonly (string | undefined)[] = [MESSAGE_DELETED, MESSAGE_NOT_FOUND, REPLY_TARGET_UNKNOWN];

const subscribeToVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isPageVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Returns a refused text and its reply target to the composer, unless something else is being written. All tabs of a browser share
 * refused texts, so a hidden tab takes none.
 */
export const useRestored = (outgoing: readonly Outgoing[], isEmpty: boolean, restore: (draft: Draft) => void): void => {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const failed = outgoing.find(({ state, file }) => state === 'failed' && file === undefined);
  useEffect(() => {
    if (failed === undefined || !isEmpty || !isVisible) return;
    const taken = dispatch(takeBack(failed.id));
    if (taken === undefined) return;
    // The same reply target would be refused again.
    const replyTo = aboutTarget.includes(taken.error) ? null : taken.replyTo;
    const { content, picked } = taken;
    restore({ text: asWritten(content, picked), replyTo, ...(picked && { picked }) });
    toast(taken.error || SEND_FAILED, 'error');
  }, [failed, isEmpty, isVisible, dispatch, restore, toast]);
};
