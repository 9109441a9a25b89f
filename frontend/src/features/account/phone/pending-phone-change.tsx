import type { UserView } from '@quorum/contracts/account/wire.ts';
import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { isApiError } from '../../../data/api/api-error.ts';
import { userApi } from '../../../data/user/user-api.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

/** The pending change of number, with the way to cancel it. Renders nothing when none is pending. */
export function PendingPhoneChange({ user }: { user: UserView }) {
  const timeZone = useTimeZone();
  const [asking, setAsking] = useState(false);
  const change = user.phoneChange;
  // The change ended while the dialog was open. Do not ask about the next one.
  if (asking && change === undefined) setAsking(false);
  if (change === undefined) return null;
  const day = weekdayMonthDay(localDate(Date.parse(change.effectiveAt), timeZone));
  return (
    <dd className="rows__pending">
      <span>
        Changes to the number ending in <span className="tabular-digits">{change.phoneNumber}</span> on {day}.
      </span>
      <Button size="sm" onClick={() => setAsking(true)}>
        Cancel change
      </Button>
      {asking && <CancelDialog user={user} onClose={() => setAsking(false)} />}
    </dd>
  );
}

function CancelDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const toast = useToast();
  const [cancel] = userApi.useCancelPhoneChangeMutation();
  const [loadAccount] = userApi.useLazyMeQuery();
  const { act, busy, error } = useAction(() => cancel(), {
    failed: 'Failed to cancel the change. Please try again.',
    done: 'Your phone number stays as it is',
    onFailed: (why, cause) => {
      if (!isApiError(cause) || cause.status !== 404) return;
      // It was already over without this browser knowing. The dialog goes away with the line that opened it.
      toast(why, 'error');
      void loadAccount();
    },
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void act(undefined)}
      title="Cancel your number change?"
      cancelLabel="Keep Change"
      confirmLabel="Cancel Change"
      busyLabel={busy && 'Cancelling...'}
      error={error}
    >
      Your account keeps {formatPhone(user.phoneNumber)}. If you change your mind, enter the new number again.
    </ConfirmDialog>
  );
}
