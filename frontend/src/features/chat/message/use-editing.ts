import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

export type EditingOptions = {
  readonly messages: readonly MessageView[];
  readonly onEnd: () => void;
  /** The message was deleted meanwhile. `written`: the edited text, or null when nothing was changed. */
  readonly onGone: (written: string | null) => void;
};

/** Edits one message at a time, in its own row, until editing ends or the message is deleted. */
export const useEditing = ({ messages, onEnd, onGone }: EditingOptions) => {
  const [editingId, setEditingId] = useState<string | null>(null);
  // Not state, because only a row that is mounted again reads it.
  const edited = useRef<string | null>(null);
  /** What `editingId` will be in the next render. */
  const current = useRef<string | null>(null);

  const turnTo = useCallback((messageId: string | null) => {
    edited.current = null;
    current.current = messageId;
    setEditingId(messageId);
  }, []);
  const edit = useCallback((message: MessageView) => turnTo(message._id), [turnTo]);
  const endEdit = useCallback(
    (messageId: string) => {
      // The answer to an earlier edit must not close the next one.
      if (current.current !== messageId) return;
      turnTo(null);
      onEnd();
    },
    [turnTo, onEnd],
  );
  const isGone = editingId !== null && messages.findLast(({ _id }) => _id === editingId)?.isDeleted === true;
  const end = useEffectEvent(() => {
    const written = edited.current;
    if (editingId !== null) endEdit(editingId);
    onGone(written);
  });
  useEffect(() => {
    if (isGone) end();
  }, [isGone]);
  return useMemo(() => ({ editingId, edited, edit, endEdit }), [editingId, edit, endEdit]);
};
