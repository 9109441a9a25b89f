import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';

export const RENEW_FAILED = 'Failed to renew the invite code and link';

/** Asks first, because the current code and link stop working. */
export function RenewInvitation({ group }: { group: GroupView }) {
  const [asking, setAsking] = useState(false);
  const [renew] = groupApi.useRenewInvitationMutation();
  const { act, busy, error, setError } = useAction(renew, {
    failed: RENEW_FAILED,
    done: 'Invite code and link renewed',
    next: () => setAsking(false),
  });
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<RefreshCw className="i i--sm" />}
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
        onConfirm={() => void act(group._id)}
        title="Renew Code and Link"
        confirmLabel="Renew"
        busyLabel={busy && 'Renewing...'}
        error={error}
      >
        The current code and link stop working right away. Anyone you invited with them will need the new ones.
      </ConfirmDialog>
    </>
  );
}
