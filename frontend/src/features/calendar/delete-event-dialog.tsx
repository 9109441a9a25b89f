import type { EventView } from '@quorum/contracts/wire/views.ts';
import { isApiError } from '../../entities/api/api-error.ts';
import { useDeleteEventMutation } from '../../entities/calendar-entry/event-api.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

const textOf = (error: unknown): string | undefined => {
  if (error === undefined) return undefined;
  return isApiError(error) && error.error !== '' ? `Error: ${error.error}` : 'Failed to delete event';
};

export interface DeleteEventDialogProps {
  event: EventView | undefined;
  onClose: () => void;
}

export function DeleteEventDialog({ event, onClose }: DeleteEventDialogProps) {
  const [remove, { isLoading, error, reset }] = useDeleteEventMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (event === undefined) return;
    const answer = await remove({ eventId: event._id });
    if (answer.error === undefined) close();
  };
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
