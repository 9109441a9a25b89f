import { useCallback, useEffect, useState } from 'react';
import type { DashboardDialog, OpenDialog } from './dialogs.ts';

/**
 * One dialog at a time. One that leads to another closes first: the focus goes back to what opened it, and when the second
 * one closes, to there again.
 */
export const useDialogs = () => {
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const [next, setNext] = useState<DashboardDialog | null>(null);
  useEffect(() => {
    if (next === null || dialog !== null) return;
    // A closed dialog gives the focus back in a timer of its own, which was set before this one.
    const timer = setTimeout(() => {
      setNext(null);
      setDialog(next);
    }, 0);
    return () => clearTimeout(timer);
  }, [dialog, next]);

  const open: OpenDialog = useCallback((wanted) => {
    setDialog(null);
    setNext(wanted);
  }, []);
  const close = useCallback(() => {
    setDialog(null);
    setNext(null);
  }, []);
  return { dialog, open, close };
};
