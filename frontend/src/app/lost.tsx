import { useEffect } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { useToast } from '../shared/ui/overlays/toast.tsx';
import { FullPageMessage } from '../shared/ui/page/full-page-message.tsx';

/** For an address that leads nowhere. */
export function NoPage() {
  return (
    <FullPageMessage
      art="missing"
      title="This page doesn’t exist"
      actions={
        <Link className="btn btn--primary" to="/">
          Continue to Quorum
        </Link>
      }
    >
      The address may be mistyped, or the group it led to has been deleted.
    </FullPageMessage>
  );
}

/** For the address of a group that cannot be shown: leads to My Schedule and says why. */
export function NoGroup() {
  const toast = useToast();
  useEffect(() => void toast('That group doesn’t exist, or you’re not in it', 'notice'), [toast]);
  return <Navigate to="/dashboard" replace />;
}
