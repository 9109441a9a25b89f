import type { DeletedEventView } from '@quorum/contracts/entry/undo.ts';
import type { ConflictsView } from '@quorum/contracts/entry/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { DAY_MS, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { History, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { deletedEventApi } from '../../../data/calendar-entry/deleted-event-api.ts';
import { selectListed } from '../../../data/group/use-group.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx';
import { useConflictCheck } from '../conflicts/use-conflict-check.ts';
import { EventHistory } from '../history/event-history.tsx';

const daysLeft = ({ deletedAt }: DeletedEventView, now: number): string => {
  // The minute that is shown may have started before the deletion.
  const age = Math.max(0, now - Date.parse(deletedAt));
  const left = Math.ceil((limits.eventRestorable - age) / DAY_MS);
  return `${counted(left, 'day')} left`;
};

/** `Thu, May 14, 1:30 PM`, with the year if it is another one. */
const when = (moment: string, now: number, timeZone: string): string =>
  `${shortDayBeside(localDate(moment, timeZone), localDate(now, timeZone))}, ${timeLabel(moment, timeZone)}`;

const kinds = { event: '', series: 'All dates · ', date: '' } as const;

type DeletedEventProps = { readonly event: DeletedEventView };

/** A deleted event, with the buttons to restore it and to delete it for good. */
export function DeletedEvent({ event }: DeletedEventProps) {
  const timeZone = useTimeZone();
  const minute = useMinute();
  const isCreator = useAppSelector(selectUserId) === event.createdBy;
  return (
    <li className="deleted__event">
      <div>
        <b className="cut" title={event.name}>
          {event.name}
        </b>
        <small>
          {kinds[event.kind]}
          {when(event.startsAt, minute, timeZone)} · deleted {when(event.deletedAt, minute, timeZone)}
        </small>
      </div>
      <span className="deleted__left">{daysLeft(event, minute)}</span>
      <Restore event={event} />
      {event.kind !== 'date' && <PastOf event={event} />}
      {isCreator && event.kind !== 'date' && <DeleteForGood event={event} />}
    </li>
  );
}

const durationOf = ({ startsAt, endsAt }: DeletedEventView): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;

/** When it would take place again. */
const timesOf = (event: DeletedEventView) =>
  event.pattern ?? { ...wallClockOf(event.startsAt, 'UTC'), timeZone: 'UTC', duration: durationOf(event) };

/** Asks about what was planned at that time since. */
const useRestore = (event: DeletedEventView) => {
  const now = useMinute();
  const toast = useToast();
  const [restore] = deletedEventApi.useRestoreEventMutation();
  const check = useConflictCheck();
  const [conflicts, setConflicts] = useState<ConflictsView>();
  const isCompared = event.pattern !== undefined || Date.parse(event.endsAt) > now;
  const run = async (anyway: boolean) => {
    const found = isCompared && !anyway ? await check(timesOf(event)) : undefined;
    setConflicts(found);
    return found ? {} : restore(event._id);
  };
  const { act, busy } = useAction(run, {
    failed: 'Failed to restore event',
    next: (restored: unknown) => void (restored && toast(`Restored ${event.name}`)),
    onFailed: (why) => toast(why, 'error'),
  });
  return { restore: (anyway: boolean) => void act(anyway), busy, conflicts, cancel: () => setConflicts(undefined) };
};

/** The calendar that it is restored to. */
const useCalendarOf = ({ groupId = MY_SCHEDULE }: DeletedEventView) => {
  const groupName = useAppSelector((state) => selectListed(state, groupId)?.name) ?? 'Personal';
  return { groupId, groupName };
};

/** A date has the history of its series. */
function PastOf({ event }: DeletedEventProps) {
  const [isOpen, setOpen] = useState(false);
  const calendar = useCalendarOf(event);
  const past = {
    ...event,
    ...calendar,
    isMyQEvent: calendar.groupId === MY_SCHEDULE,
    ...(event.kind === 'series' && { seriesId: event._id }),
  };
  return (
    <>
      <IconButton
        size="sm"
        label={`History of ${event.name}`}
        icon={<History className="i i--sm" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <EventHistory event={past} onClose={() => setOpen(false)} />}
    </>
  );
}

function Restore({ event }: DeletedEventProps) {
  const { restore, busy, conflicts, cancel } = useRestore(event);
  const timeZone = useTimeZone();
  const calendar = useCalendarOf(event);
  return (
    <>
      <Button
        size="sm"
        icon={<Undo2 className="i i--sm" />}
        aria-label={`Restore ${event.name}`}
        busyLabel={busy && 'Restoring...'}
        onClick={() => restore(false)}
      >
        Restore
      </Button>
      {conflicts && (
        <ConflictDialog
          event={{
            ...{ name: event.name, ...calendar },
            startsAt: Date.parse(event.startsAt),
            duration: durationOf(event),
          }}
          conflicts={conflicts}
          kind="restored"
          timeZone={timeZone}
          onCancel={cancel}
          onConfirm={() => {
            cancel();
            restore(true);
          }}
        />
      )}
    </>
  );
}

function DeleteForGood({ event }: DeletedEventProps) {
  const [isAsked, setAsked] = useState(false);
  const [purge] = deletedEventApi.usePurgeEventMutation();
  const { act, busy, error } = useAction(purge, {
    failed: 'Failed to delete event',
    done: `Deleted ${event.name} for good`,
    next: () => setAsked(false),
  });
  return (
    <>
      <IconButton
        size="sm"
        label={`Delete ${event.name} for good`}
        icon={<Trash2 className="i i--sm" />}
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(false)}
          onConfirm={() => void act(event._id)}
          title="Delete for good"
          confirmLabel="Delete for good"
          destructive
          sign={<Trash2 className="i" />}
          busyLabel={busy && 'Deleting...'}
          error={error}
        >
          <p className="event-row__long">{event.name}</p>
          <p>This action cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
