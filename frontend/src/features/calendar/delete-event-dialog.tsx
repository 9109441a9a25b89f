import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isApiError } from '../../data/api/api-error.ts';
import { useDeleteEventMutation } from '../../data/calendar-entry/event-api.ts';
import { ConfirmDialog } from '../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

const textOf = (error: unknown): string | undefined => {
  if (error === undefined) return undefined;
  return isApiError(error) && error.error !== '' ? `Error: ${error.error}` : 'Failed to delete event';
};

export interface DeleteEventDialogProps {
  event: EventView | undefined;
  /** The event is no longer in the schedule. */
  isGone: boolean;
  onClose: () => void;
}

export function DeleteEventDialog({ event, isGone, onClose }: DeleteEventDialogProps) {
  const [remove, { isLoading, isSuccess, error, reset }] = useDeleteEventMutation();
  const toast = useToast();
  /** The event that was deleted here last. Its disappearance is not announced. */
  const removed = useRef<string>(undefined);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (event === undefined) return;
    const answer = await remove({ eventId: event._id });
    if (answer.error !== undefined) return;
    removed.current = event._id;
    close();
  };
  const leave = useEffectEvent(() => {
    if (removed.current === event?._id) return;
    toast('This event was deleted', 'error');
    close();
  });
  const isGoneElsewhere = isGone && !isLoading && !isSuccess;
  useEffect(() => {
    if (isGoneElsewhere) leave();
  }, [isGoneElsewhere]);
  return (
    <ConfirmDialog
      open={event !== undefined}
      onClose={close}
      onConfirm={() => void confirm()}
      title="Delete Event"
      confirmLabel="Delete"
      destructive
      busyLabel={isLoading && 'Deleting...'}
      error={textOf(error)}
    >
      {event && <p className="ev__long">{event.name}</p>}
      <p>This action cannot be undone.</p>
    </ConfirmDialog>
  );
}
