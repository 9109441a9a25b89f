import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { editingChanged, endEditing, selectEditing } from '../../../data/message/editing-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';

export type EditingOptions = {
  readonly groupId: string;
  readonly messages: readonly MessageView[];
  readonly onEnd: () => void;
  /** The message was deleted during editing. `written`: the edited text, or null when nothing was changed. */
  readonly onGone: (written: string | null) => void;
};

/** Edits one message at a time, in its own row, until editing ends or the message is deleted. */
export const useEditing = ({ groupId, messages, onEnd, onGone }: EditingOptions) => {
  const dispatch = useAppDispatch();
  const editingId = useAppSelector((state) => selectEditing(state, groupId)?.messageId ?? null);

  const edit = useCallback(
    ({ _id: messageId }: MessageView) => {
      // Its text stays when it is asked for again.
      if (messageId !== editingId) dispatch(editingChanged({ groupId, editing: { messageId, text: null } }));
    },
    [dispatch, groupId, editingId],
  );
  const endEdit = useCallback(
    (messageId: string) => {
      const ended = dispatch(endEditing(groupId, messageId));
      if (ended !== undefined) onEnd();
      return ended;
    },
    [dispatch, groupId, onEnd],
  );
  const isGone = editingId !== null && messages.findLast(({ _id }) => _id === editingId)?.isDeleted === true;
  const end = useEffectEvent(() => {
    if (editingId !== null) onGone(endEdit(editingId)?.text ?? null);
  });
  useEffect(() => {
    if (isGone) end();
  }, [isGone]);
  return useMemo(() => ({ editingId, edit, endEdit }), [editingId, edit, endEdit]);
};
