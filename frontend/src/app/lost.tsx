import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useToast } from '../shared/ui/overlays/toast.tsx';

export const NO_PAGE = 'That page doesn’t exist';
export const NO_GROUP = 'That group doesn’t exist, or you’re not in it';

/** Leads to My Schedule and says why. */
export function Lost({ reason }: { reason: string }) {
  const toast = useToast();
  useEffect(() => void toast(reason, 'notice'), [toast, reason]);
  return <Navigate to="/dashboard" replace />;
}
