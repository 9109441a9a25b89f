import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { useCallback, useMemo, useRef, useState } from 'react';

/** One message at a time is edited, in its own row. */
export const useEditing = (onEnd: () => void) => {
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
  return useMemo(() => ({ editingId, edited, edit, endEdit }), [editingId, edit, endEdit]);
};
