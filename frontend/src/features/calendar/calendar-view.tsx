import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { History } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { loadExpansion } from '../../data/calendar-entry/expansion.ts';
import { ConnectionLine } from '../../data/connection/connection-line.tsx';
import { useServices } from '../../data/services/services-context.tsx';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { useLeaveWarning } from '../../shared/hooks/use-leave-warning.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { preloadCopy } from '../../shared/ui/overlays/use-copy.ts';
import { LoadFailed } from '../../shared/ui/page/loaded.tsx';
import type { CardActions } from './card/card-actions.ts';
import { CardBody } from './card/later.ts';
import { EventEditor } from './card/later-parts.ts';
import { changedDetails, type Edits, useEdits } from './card/use-edits.ts';
import type { Starters } from './empty-schedule.tsx';
import { EventList, type EventListProps } from './event-list.tsx';
import { listRows, rowsOfDay, withEmptyWeek } from './list-rows.ts';
import { LiveStack, useLiveStack } from './live-stack.tsx';
import { LoadingSchedule } from './loading-schedule.tsx';
import { ScheduleHeader } from './schedule-header.tsx';
import type { Calendar } from './use-calendar.ts';
import { useDroppedEdits } from './use-dropped-edits.ts';
import { type Schedule, useSchedule } from './use-schedule.ts';
import type { Planned } from './wizard/draft.ts';
import './calendar.css';

const DeleteEventDialog = preloadable(async () => ({
  default: (await import('./card/delete-event-dialog.tsx')).DeleteEventDialog,
}));

const EventHistory = preloadable(async () => ({
  default: (await import('./history/event-history.tsx')).EventHistory,
}));
/** Needed once it is known that there are no events. */
const EmptySchedule = preloadable(async () => ({ default: (await import('./empty-schedule.tsx')).EmptySchedule }));
/** Day, week and month. */
const GridView = preloadable(() => import('./grid/grid-view.tsx'));

const preloadForms = (): void => {
  void CardBody.preload();
  void EventEditor.preload();
  void DeleteEventDialog.preload();
  void preloadCopy();
  void GridView.preload();
  void EmptySchedule.preload();
  void loadExpansion().catch(() => undefined);
};

export interface CalendarViewProps {
  calendar: Calendar;
  /** Undefined for people who may not create events here. */
  onCreate: ((planned?: Planned) => void) | undefined;
  /** Shown above the schedule, and together with it, so that nothing moves. False while it is loading. */
  above?: ReactNode;
  /** Offered in an empty schedule. */
  starters?: Starters | undefined;
  /** The dialog Edit Date & Time for the newest version of an event. */
  renderTimes: (event: EventView, isGone: boolean, onClose: () => void) => ReactNode;
}

/** The schedule of a group, or of all groups. Fills `.main`. */
export function CalendarView(props: CalendarViewProps) {
  return <ScheduleOf key={props.calendar.groupId} {...props} />;
}

function ScheduleOf(props: CalendarViewProps) {
  const { calendar, onCreate, starters, renderTimes, above = null } = props;
  const isList = calendar.view === 'list';
  const declined = useShowDeclined();
  const schedule = useSchedule(calendar, declined.isShown);
  const edits = useEdits(calendar.groupId);
  const [asked, setAsked] = useState<Asked>();
  const actions = useMemo<CardActions>(
    () => ({
      toggle: edits.toggle,
      beginEdit: edits.begin,
      typeEdit: edits.type,
      endEdit: edits.end,
      editTimes: (event) => setAsked({ what: 'times', event }),
      showHistory: (event) => setAsked({ what: 'history', event }),
      remove: (event) => setAsked({ what: 'removal', event }),
    }),
    [edits.toggle, edits.begin, edits.type, edits.end],
  );
  useDroppedEdits(edits, schedule);
  useLeaveWarning(isUnsaved(edits, schedule));
  useEffect(() => whenIdle(preloadForms), []);
  const content = { calendar, edits, actions, onCreate };

  return (
    <div className="schedule-sheet" data-focus-home="[data-today]">
      <Head calendar={calendar} schedule={schedule}>
        <DeclinedButton count={schedule.declined} {...declined} />
      </Head>
      {isList && schedule.failed ? (
        <LoadFailed className="quiet" onRetry={schedule.retry}>
          Your schedule didn’t load. Some events may be missing here.
        </LoadFailed>
      ) : (
        <ConnectionLine />
      )}
      {isList && calendar.selected !== null && <FilterBar calendar={calendar} date={calendar.selected} />}
      {above === false ? (
        <LoadingSchedule />
      ) : isList ? (
        <Listed {...content} schedule={schedule} above={above} starters={starters} />
      ) : (
        <>
          {above}
          <Suspense fallback={<LoadingSchedule />}>
            <GridView {...content} showsDeclined={declined.isShown} />
          </Suspense>
        </>
      )}
      <Dialogs schedule={schedule} asked={asked} renderTimes={renderTimes} onClose={() => setAsked(undefined)} />
    </div>
  );
}

type HeadProps = { readonly calendar: Calendar; readonly schedule: Schedule; readonly children: ReactNode };

/** Above the list the live events have a column of their own, above the other views a line. */
function Head({ calendar, schedule, children }: HeadProps) {
  const stack = useLiveStack(schedule.upcoming);
  const [everLoaded, setEverLoaded] = useState(false);
  if (schedule.listed !== undefined && !everLoaded) setEverLoaded(true);
  const live = stack && <LiveStack calendar={calendar} stack={stack} />;
  const [beside, below] = calendar.view === 'list' ? [undefined, live] : [live, undefined];
  return (
    <header
      className={classNames(
        'top',
        !below && 'top--solo',
        calendar.view !== 'list' && 'top--grid',
        !everLoaded && 'top--loading',
      )}
    >
      <ScheduleHeader calendar={calendar} isAtToday={isAtToday(calendar)}>
        {beside}
        {children}
      </ScheduleHeader>
      {below}
    </header>
  );
}

/** Remembered by the browser. */
const useShowDeclined = () => {
  const { storage } = useServices();
  const [isShown, setShown] = useState(() => storage.get(storageKeys.showDeclined) === 'true');
  const toggle = () => {
    storage.set(storageKeys.showDeclined, String(!isShown));
    setShown(!isShown);
  };
  return { isShown, toggle };
};

type DeclinedButtonProps = ReturnType<typeof useShowDeclined> & { readonly count: number };

function DeclinedButton({ count, isShown, toggle }: DeclinedButtonProps) {
  if (count === 0) return null;
  return (
    <Button size="sm" variant="ghost" onClick={toggle}>
      {`${isShown ? 'Hide' : 'Show'} declined (${count})`}
    </Button>
  );
}

const isAtToday = ({ view, shownDay, selected, days, month, today }: Calendar): boolean => {
  if (view === 'list') return shownDay === today && days.includes(today);
  return selected === null && (view === 'month' ? month === monthOf(today) : days.includes(today));
};

type Asked = { readonly what: 'times' | 'history' | 'removal'; readonly event: EventView };

type DialogsProps = Pick<CalendarViewProps, 'renderTimes'> & {
  readonly schedule: Schedule;
  readonly asked: Asked | undefined;
  readonly onClose: () => void;
};

function Dialogs({ schedule, asked, renderTimes, onClose }: DialogsProps) {
  if (asked === undefined) return null;
  const { what, event } = asked;
  const gone = isGone(event, schedule);
  if (what === 'removal')
    return (
      <Suspense fallback={null}>
        <DeleteEventDialog event={event} isGone={gone} onClose={onClose} />
      </Suspense>
    );
  const newest = (schedule.listed ?? schedule.upcoming).find(({ id }) => id === event._id)?.event;
  if (what === 'history')
    return (
      <Suspense fallback={null}>
        <EventHistory event={newest ?? event} onClose={onClose} />
      </Suspense>
    );
  return renderTimes(newest ?? event, gone, onClose);
}

type ListedProps = Pick<CalendarViewProps, 'calendar' | 'onCreate' | 'above' | 'starters'> &
  Pick<EventListProps, 'edits' | 'actions'> & {
    readonly schedule: Schedule;
  };

function Listed({ calendar, schedule, onCreate, above, starters, ...list }: ListedProps) {
  const { selected, timeZone, firstWeekday, goTo } = calendar;
  const { listed, failed, complete } = schedule;
  const jumpedTo = complete ? goTo?.date : undefined;
  const minute = useMinute();
  const rows = useMemo(() => {
    if (listed === undefined) return [];
    if (selected !== null) return rowsOfDay(listed, selected, minute, timeZone);
    const rows = listRows(listed, minute, timeZone);
    return jumpedTo === undefined ? rows : withEmptyWeek(rows, startOfWeek(jumpedTo, firstWeekday), minute, timeZone);
  }, [listed, selected, jumpedTo, minute, timeZone, firstWeekday]);
  if (listed === undefined) return <LoadingSchedule />;
  if (rows.length === 0) {
    const isDay = listed.length > 0 || schedule.upcoming.length > 0;
    return (
      <>
        {above}
        <Suspense fallback={null}>
          <EmptySchedule
            groupId={calendar.groupId}
            failed={failed}
            isDay={isDay}
            onCreate={onCreate && (() => onCreate())}
            starters={starters}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {above}
      <EventList key={selected ?? 'all'} calendar={calendar} rows={rows} {...list} />
    </>
  );
}

/** Whether an event has left the list. False while part of the list may be missing. */
const isGone = ({ _id }: EventView, { upcoming, listed, complete, failed }: Schedule): boolean =>
  complete && !failed && listed !== undefined && ![...listed, ...upcoming].some(({ id }) => id === _id);

/** Whether a listed event has an edit that changes it. */
const isUnsaved = ({ ids, of }: Edits, { upcoming }: Schedule): boolean =>
  ids.some((id) => {
    const edit = of(id);
    return edit && Object.keys(changedDetails(edit)).length > 0 && upcoming.some((entry) => entry.id === id);
  });

type FilterBarProps = {
  readonly calendar: Calendar;
  readonly date: string;
};

function FilterBar({ calendar, date }: FilterBarProps) {
  return (
    <div className="filter-bar">
      <h2>Events for {weekdayMonthDayBeside(date, calendar.today)}</h2>
      <Button size="sm" icon={<History className="i i--sm" />} onClick={() => calendar.backToToday()}>
        Back to today
      </Button>
    </div>
  );
}
