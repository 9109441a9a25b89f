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

  const edit = useCallback((message: MessageView) => {
    edited.current = null;
    setEditingId(message._id);
  }, []);
  const endEdit = useCallback(() => {
    edited.current = null;
    setEditingId(null);
    onEnd();
  }, [onEnd]);
  const isGone = editingId !== null && messages.findLast(({ _id }) => _id === editingId)?.isDeleted === true;
  const end = useEffectEvent(() => {
    const written = edited.current;
    endEdit();
    onGone(written);
  });
  useEffect(() => {
    if (isGone) end();
  }, [isGone]);
  return useMemo(() => ({ editingId, edited, edit, endEdit }), [editingId, edit, endEdit]);
};
