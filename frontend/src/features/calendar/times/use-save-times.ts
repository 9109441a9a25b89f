import type { ConflictsView, EventView } from '@quorum/contracts/entry/wire.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { ruleLabelOf } from '../../../data/calendar-entry/rule-label.ts';
import { useConflictCheck } from '../conflicts/use-conflict-check.ts';
import { useUndo } from '../history/use-undo.ts';
import type { TimesChange, Viewer } from './new-times.ts';

type Change = TimesChange;

const changeText = (before: EventView, after: EventView, { now, timeZone }: Viewer): string => {
  if (ruleLabelOf(after) !== ruleLabelOf(before)) return ruleLabelOf(after) || 'Does not repeat';
  const date = localDate(after.startsAt, timeZone);
  if (date !== localDate(before.startsAt, timeZone))
    return `Moved to ${shortDayBeside(date, localDate(now, timeZone))}`;
  return after.startsAt === before.startsAt
    ? `Lasts ${durationLabel(after.duration)} now`
    : `Moved to ${timeLabel(after.startsAt, timeZone)}`;
};

/** The rule of the dates that the change reaches. */
const ruleOf = ({ repeats }: EventView, times: Change): Change['repeats'] => {
  if (times.repeats !== undefined) return times.repeats;
  return times.scope === 'this' ? null : repeats;
};

/** Asks about conflicts, saves, and says to which day or time the event was moved. */
export const useSaveTimes = (
  event: EventView,
  { now, timeZone }: Viewer,
  onSaved: (moved: EventView | undefined) => void,
) => {
  const [change] = eventApi.useChangeEventMutation();
  const check = useConflictCheck();
  const undo = useUndo();
  const [asked, setAsked] = useState<{ readonly conflicts: ConflictsView; readonly times: Change }>();
  const run = async ({ times, anyway }: { readonly times: Change; readonly anyway: boolean }) => {
    const conflicts = anyway ? undefined : await check({ ...times, repeats: ruleOf(event, times) }, event._id);
    setAsked(conflicts && { conflicts, times });
    if (conflicts) return {};
    const answer = await change({ eventId: event._id, change: times });
    if (answer.data) {
      const { event: changed } = answer.data;
      undo.changed(changeText(event, changed, { now, timeZone }), event, changed.revision, times.scope);
    }
    return answer;
  };
  const { act, busy, error } = useAction(run, {
    failed: 'Failed to update event',
    next: (saved: { readonly event: EventView } | undefined) => {
      if (saved === undefined) return;
      const { event: changed } = saved;
      const isMoved = localDate(changed.startsAt, timeZone) !== localDate(event.startsAt, timeZone);
      onSaved(isMoved ? changed : undefined);
    },
  });
  return {
    save: (times: Change) => void act({ times, anyway: false }),
    saveAnyway: () => {
      if (asked === undefined) return;
      // Without a connection nothing runs, and the reason is shown behind the question.
      setAsked(undefined);
      void act({ times: asked.times, anyway: true });
    },
    cancel: () => setAsked(undefined),
    /** Asks about a conflict. */
    question: asked && {
      event: {
        ...{ name: event.name, groupId: event.groupId, duration: asked.times.duration },
        groupName: event.isMyQEvent ? 'Personal' : event.groupName,
        startsAt: instantMs(asked.times),
      },
      conflicts: asked.conflicts,
    },
    busy,
    error,
  };
};
