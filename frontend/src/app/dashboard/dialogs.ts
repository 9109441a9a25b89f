import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { useCallback, useEffect, useState } from 'react';
import { useOutletContext } from 'react-router-dom';

/** The dialog that is open over the dashboard. */
export type DashboardDialog =
  | { readonly kind: 'add' | 'create' | 'join' }
  | { readonly kind: 'color' | 'settings' | 'members' | 'invite'; readonly groupId: string }
  /** A search for a time; a new one without an id. */
  | { readonly kind: 'poll'; readonly groupId: string; readonly pollId?: string }
  /** Opens beside the bell. */
  | { readonly kind: 'notifications'; readonly groupId: string; readonly opener: HTMLElement };

/** `from`: whose messages. */
type WantedSearch = { readonly kind: 'search'; readonly from?: PersonView | undefined };

/** Search is no dialog: it stands beside the sheet. */
export type OpenDialog = (wanted: DashboardDialog | WantedSearch) => void;

/** For screens inside the dashboard shell. */
export const useOpenDialog = (): OpenDialog => useOutletContext<OpenDialog>();

/**
 * One dialog at a time. A dialog that opens another closes first, so the focus returns to the first opener even after the second
 * dialog.
 */
export const useDialogs = () => {
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const [next, setNext] = useState<DashboardDialog | null>(null);
  useEffect(() => {
    if (next === null || dialog !== null) return;
    // A closed dialog returns the focus in a timer that was set before this one.
    const timer = setTimeout(() => {
      setNext(null);
      setDialog(next);
    }, 0);
    return () => clearTimeout(timer);
  }, [dialog, next]);

  const open = useCallback((wanted: DashboardDialog) => {
    setDialog(null);
    setNext(wanted);
  }, []);
  const close = useCallback(() => {
    setDialog(null);
    setNext(null);
  }, []);
  return { dialog, open, close };
};
