import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { isApiError } from '../../../data/api/api-error.ts';
import { useDeleteEventMutation } from '../../../data/calendar-entry/event-api.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

const textOf = (error: unknown): string =>
  isApiError(error) && error.error !== '' ? `Error: ${error.error}` : 'Failed to delete event';

export interface DeleteEventDialogProps {
  event: EventView | undefined;
  /** The event is no longer in the schedule. */
  isGone: boolean;
  onClose: () => void;
}

export function DeleteEventDialog({ event, isGone, onClose }: DeleteEventDialogProps) {
  const [remove] = useDeleteEventMutation();
  const toast = useToast();
  /** The event that was deleted here last. Its disappearance is not announced. */
  const removed = useRef<string>(undefined);
  const close = () => {
    setError(undefined);
    onClose();
  };
  const { act, busy, error, setError } = useAction(remove, {
    failed: textOf,
    next: () => {
      removed.current = event?._id;
      close();
    },
  });
  const leave = useEffectEvent(() => {
    if (removed.current === event?._id) return;
    toast('This event was deleted', 'error');
    close();
  });
  const isGoneElsewhere = isGone && !busy;
  useEffect(() => {
    if (isGoneElsewhere) leave();
  }, [isGoneElsewhere]);
  return (
    <ConfirmDialog
      open={event !== undefined}
      onClose={close}
      onConfirm={() => event && void act({ eventId: event._id })}
      title="Delete Event"
      confirmLabel="Delete"
      destructive
      busyLabel={busy && 'Deleting...'}
      error={error}
    >
      {event && <p className="ev__long">{event.name}</p>}
      <p>This action cannot be undone.</p>
    </ConfirmDialog>
  );
}
