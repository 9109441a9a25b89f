import { longDate, weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { History, RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import type { CardActions } from './card-actions.ts';
import { ConnectionLine } from './connection-line.tsx';
import { DeleteEventDialog } from './delete-event-dialog.tsx';
import { EmptySchedule } from './empty-schedule.tsx';
import { EventList } from './event-list.tsx';
import { listRows, rowsOfDay } from './list-rows.ts';
import { LiveStack, useLiveStack } from './live-stack.tsx';
import { LoadingSchedule } from './loading-schedule.tsx';
import type { Calendar } from './use-calendar.ts';
import { type Edits, useEdits } from './use-edits.ts';
import { type Schedule, useSchedule } from './use-schedule.ts';
import { WeekHeader } from './week-header.tsx';
import './calendar.css';

export interface CalendarViewProps {
  calendar: Calendar;
  /** Undefined for those who may not create events here. */
  onCreate: (() => void) | undefined;
  /** The dialog Edit Date & Time for an event, in its newest version. */
  renderTimes: (event: EventView, onClose: () => void) => ReactNode;
}

/** The schedule of a group, or of all of them: it fills `.main`. */
export function CalendarView(props: CalendarViewProps) {
  return <ScheduleOf key={props.calendar.groupId} {...props} />;
}

function ScheduleOf({ calendar, onCreate, renderTimes }: CalendarViewProps) {
  const { selected, timeZone } = calendar;
  const minute = useMinute();
  const schedule = useSchedule(calendar);
  const { upcoming, listed } = schedule;
  const stack = useLiveStack(upcoming);
  const edits = useEdits();
  const [removing, setRemoving] = useState<EventView>();
  const [retiming, setRetiming] = useState<EventView>();
  const actions = useMemo<CardActions>(
    () => ({
      toggle: edits.toggle,
      beginEdit: edits.begin,
      typeEdit: edits.type,
      endEdit: edits.end,
      editTimes: setRetiming,
      remove: setRemoving,
    }),
    [edits.toggle, edits.begin, edits.type, edits.end],
  );
  useDroppedEdits(edits, schedule);
  const rows = useMemo(() => {
    if (listed === undefined) return [];
    return selected === null ? listRows(listed, minute, timeZone) : rowsOfDay(listed, selected, minute, timeZone);
  }, [listed, selected, minute, timeZone]);
  const newest = retiming && (listed ?? upcoming).find(({ id }) => id === retiming._id)?.event;

  return (
    <>
      <header className={classNames('top', !stack && 'top--solo')}>
        <WeekHeader calendar={calendar} />
        {stack && <LiveStack calendar={calendar} stack={stack} />}
      </header>
      {schedule.failed ? <FailedLine onRetry={schedule.retry} /> : <ConnectionLine />}
      {selected !== null && <FilterBar calendar={calendar} date={selected} />}
      {listed === undefined && <LoadingSchedule />}
      {listed !== undefined && rows.length === 0 && <EmptySchedule failed={schedule.failed} onCreate={onCreate} />}
      {rows.length > 0 && (
        <EventList key={selected ?? 'all'} calendar={calendar} rows={rows} edits={edits} actions={actions} />
      )}
      <DeleteEventDialog
        event={removing}
        isGone={removing !== undefined && isGone(removing, schedule)}
        onClose={() => setRemoving(undefined)}
      />
      {retiming && renderTimes(newest ?? retiming, () => setRetiming(undefined))}
    </>
  );
}

/** Is an event that was in the list there no more? Not while a part of the list may be missing. */
const isGone = ({ _id }: EventView, { upcoming, listed, complete, failed }: Schedule): boolean =>
  complete && !failed && listed !== undefined && ![...listed, ...upcoming].some(({ id }) => id === _id);

/** An event that someone deleted takes its edit along; the person who was typing is told. */
const useDroppedEdits = (edits: Edits, { upcoming, complete }: Schedule): void => {
  const toast = useToast();
  const { ids, end } = edits;
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (ids.length === 0) return;
    const known = new Set(upcoming.map(({ id }) => id));
    for (const id of ids) {
      // An event that was never among those of the year is listed for the chosen day alone, or comes with a later page.
      if (known.has(id)) seen.current.add(id);
      else if (complete && seen.current.delete(id)) {
        end(id);
        toast('This event was deleted', 'error');
      }
    }
  }, [ids, end, upcoming, complete, toast]);
};

function FilterBar({ calendar, date }: { calendar: Calendar; date: string }) {
  const sameYear = date.slice(0, 4) === calendar.today.slice(0, 4);
  return (
    <div className="filterbar is-on">
      <h2>Events for {sameYear ? weekdayMonthDay(date) : longDate(date)}</h2>
      <Button size="sm" icon={<History className="i i--sm" aria-hidden="true" />} onClick={calendar.backToToday}>
        Back to today
      </Button>
    </div>
  );
}

function FailedLine({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="quiet">
      <TriangleAlert className="i" aria-hidden="true" />
      <span role="status">The schedule could not be loaded. What you see here may be missing events.</span>
      <Button size="sm" icon={<RefreshCw className="i i--sm" aria-hidden="true" />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
