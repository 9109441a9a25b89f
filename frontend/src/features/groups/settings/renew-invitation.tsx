import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useRenewInvitation } from '../use-renew-invitation.ts';

/** Asks first, because the current code and link stop working. */
export function RenewInvitation({ group }: { group: GroupView }) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { renew, renewing } = useRenewInvitation(group._id);
  const toast = useToast();
  const confirm = async () => {
    setError(undefined);
    const failure = await renew();
    if (failure !== undefined) return setError(failure);
    toast('Invite code and link renewed');
    setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<RefreshCw className="i i--sm" aria-hidden="true" />}
        onClick={() => {
          setError(undefined);
          setAsking(true);
        }}
      >
        Renew
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title="Renew Code and Link"
        confirmLabel="Renew"
        busyLabel={renewing && 'Renewing...'}
        error={error}
      >
        The current code and link stop working right away. Anyone you invited with them will need the new ones.
      </ConfirmDialog>
    </>
  );
}
