import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { isApiError } from '../../../data/api/api-error.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { useMayDelete } from '../../../data/calendar-entry/event-rights.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';
import { useUndo } from '../history/use-undo.ts';
import { GoingNote } from '../repeats/going-note.tsx';
import { ScopeDialog } from '../repeats/scope-dialog.tsx';
import type { Scope } from '../repeats/scope-words.ts';

const textOf = (error: unknown): string =>
  isApiError(error) && error.error !== '' ? `Error: ${error.error}` : 'Failed to delete event';

export interface DeleteEventDialogProps {
  event: EventView;
  /** The event is no longer in the schedule. */
  isGone: boolean;
  onClose: () => void;
}

export function DeleteEventDialog({ event, isGone, onClose }: DeleteEventDialogProps) {
  const [send] = eventApi.useDeleteEventMutation();
  const undo = useUndo();
  const chosen = useRef<Scope>(undefined);
  const { act, busy, error } = useAction(send, {
    failed: textOf,
    next: ({ series }: AnswerOf<'deleteEvent'>) => {
      const { _id, seriesId = _id, name } = event;
      const scope = chosen.current;
      if (scope === 'following' && series) undo.changed(`Ended ${name}`, event, series.revision, scope);
      else undo.deleted(scope === 'all' || scope === 'following' ? seriesId : _id, event);
      onClose();
    },
  });
  const mayDelete = useMayDelete(event, useAppSelector(selectUserId));
  const withdrawn = isGone ? 'This event was deleted' : mayDelete ? undefined : 'You can no longer delete this event';
  // Our own deletion may be pushed before the response arrives.
  useWithdrawn(busy ? undefined : withdrawn, onClose);
  const remove = (scope?: Scope) => {
    chosen.current = scope;
    void act({ eventId: event._id, ...(scope && { scope }) });
  };
  if (event.repeats !== undefined)
    return (
      <ScopeDialog
        event={event}
        change="deleted"
        busyLabel={busy && 'Deleting...'}
        error={error}
        onChoose={remove}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove(event.seriesId === undefined ? undefined : 'all')}
      title="Delete Event"
      confirmLabel="Delete"
      destructive
      sign={<Trash2 className="i" />}
      busyLabel={busy && 'Deleting...'}
      error={error}
    >
      <p className="event-row__long">{event.name}</p>
      <GoingNote event={event} />
      <p>You can restore it for 30 days.</p>
    </ConfirmDialog>
  );
}
