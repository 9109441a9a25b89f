import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

export type EditingOptions = {
  readonly messages: readonly MessageView[];
  readonly onEnd: () => void;
  /** The message was deleted meanwhile. `written`: what it was to say; null when nothing was changed yet. */
  readonly onGone: (written: string | null) => void;
};

/** One message at a time is edited, in its own row, until that is over or the message is deleted. */
export const useEditing = ({ messages, onEnd, onGone }: EditingOptions) => {
  const [editingId, setEditingId] = useState<string | null>(null);
  // Of no consequence for what is drawn: only the row that comes back into sight reads it.
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
