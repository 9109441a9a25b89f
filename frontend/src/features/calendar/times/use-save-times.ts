import type { ConflictsView, EventView } from '@quorum/contracts/entry/wire.ts';
import { monthDayBeside, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { useChangeEventMutation } from '../../../data/calendar-entry/event-api.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { NO_CONNECTION, useConflictCheck, useIsOffline } from '../conflicts/use-conflict-check.ts';
import type { newTimes, Viewer } from './new-times.ts';

type Change = NonNullable<ReturnType<typeof newTimes>['change']>;

/** Asks about conflicts, saves, and says to which day the event was moved. */
export const useSaveTimes = (
  event: EventView,
  { now, timeZone }: Viewer,
  onSaved: (moved: EventView | undefined) => void,
) => {
  const [change, { isLoading: isChanging, isSuccess, error }] = useChangeEventMutation();
  const check = useConflictCheck();
  const isOffline = useIsOffline();
  const toast = useToast();
  const [isChecking, setChecking] = useState(false);
  const [asked, setAsked] = useState<{ readonly conflicts: ConflictsView; readonly times: Change }>();
  const [refusal, setRefusal] = useState<string>();
  const store = async (times: Change) => {
    setAsked(undefined);
    const { data } = await change({ eventId: event._id, change: times });
    if (data === undefined) return;
    const date = localDate(data.startsAt, timeZone);
    const isMoved = date !== localDate(event.startsAt, timeZone);
    if (isMoved) toast(`Moved to ${weekdayShort(date)}, ${monthDayBeside(date, localDate(now, timeZone))}`);
    onSaved(isMoved ? data : undefined);
  };
  const save = async (times: Change) => {
    setRefusal(isOffline ? NO_CONNECTION : undefined);
    if (isOffline) return;
    setChecking(true);
    const conflicts = await check(times, event._id);
    setChecking(false);
    if (conflicts) setAsked({ conflicts, times });
    else await store(times);
  };
  return {
    save,
    saveAnyway: () => asked && void store(asked.times),
    cancel: () => setAsked(undefined),
    /** What to ask about a conflict. */
    question: asked && {
      event: {
        ...{ name: event.name, groupId: event.groupId, duration: asked.times.duration },
        groupName: event.isMyQEvent ? 'Personal' : event.groupName,
        startsAt: instantMs(asked.times),
      },
      conflicts: asked.conflicts,
    },
    isLoading: isChecking || isChanging,
    isSuccess,
    error: refusal ?? (error && errorText(error, 'Failed to update event')),
  };
};
