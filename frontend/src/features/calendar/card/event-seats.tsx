import type { AttendanceView } from '@quorum/contracts/entry/attendance.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { Armchair } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { attendanceApi } from '../../../data/calendar-entry/attendance-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { useUndo } from '../history/use-undo.ts';
import { SeatsDialog } from '../seats/later.ts';

/** Lets the creator limit the seats of an event, and allow guests. */
export function EventSeats({ event, attendance }: { event: EventView; attendance: AttendanceView }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useUndo();
  const [setSeats] = attendanceApi.useSetSeatsMutation();
  const { act, busy, error } = useAction(setSeats, {
    failed: 'Failed to save the seats',
    next: ({ event: changed }: { readonly event: EventView }) => {
      undo.changed('Seats saved', event, changed.revision, undefined);
      setOpen(false);
    },
  });
  const { seats, guestsEach } = attendance;
  return (
    <>
      <Button
        size="sm"
        icon={<Armchair className="i i--sm" />}
        onPointerEnter={() => void SeatsDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Seats
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SeatsDialog
            value={{ seats, guestsEach }}
            doneLabel="Save"
            busyLabel={busy && 'Saving...'}
            error={error}
            onDone={(chosen) => void act({ eventId: event._id, seats: chosen })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
