import { dateRangeTitle, monthTitle, weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { monthOf } from '@quorum/contracts/time/days.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEventMarks } from '../../data/calendar-entry/event-marks.ts';
import type { ScheduleViewKind } from '../../data/session/schedule-settings.tsx';
import { Button } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Segmented } from '../../shared/ui/controls/segmented.tsx';
import { WeekStrip } from '../../shared/ui/dates/week-strip.tsx';
import { ScheduleOptions } from './schedule-options.tsx';
import type { Calendar } from './use-calendar.ts';

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

/** The unit by which the arrows turn. */
const UNITS = { list: 'week', day: 'day', week: 'week', month: 'month' } as const satisfies Record<
  ScheduleViewKind,
  string
>;

const titleOf = ({ view, days, month, today }: Calendar): string => {
  const [first = today, last = first] = [days[0], days.at(-1)];
  if (view === 'month') return monthTitle(month);
  return view === 'day' ? weekdayMonthDayBeside(first, today) : dateRangeTitle(first, last);
};

export interface ScheduleHeaderProps {
  calendar: Calendar;
  /** Today is what the view shows. */
  isAtToday: boolean;
  /** Beside the title. */
  children?: ReactNode;
}

/** The shown days, the arrows to those before and after, and the views. */
export function ScheduleHeader({ calendar, isAtToday, children }: ScheduleHeaderProps) {
  const { view, turn } = calendar;
  const unit = UNITS[view];
  return (
    <div>
      <div className="top__title">
        <h2 aria-live="polite">{titleOf(calendar)}</h2>
        <IconButton
          size="sm"
          label={`Previous ${unit}`}
          icon={<ChevronLeft className="i i--sm" />}
          onClick={() => turn(-1)}
        />
        <IconButton
          size="sm"
          label={`Next ${unit}`}
          icon={<ChevronRight className="i i--sm" />}
          onClick={() => turn(1)}
        />
        {/* Not `disabled`, because the focus goes here when what had it is gone. */}
        <Button
          data-today=""
          size="sm"
          aria-disabled={isAtToday || undefined}
          onClick={() => isAtToday || calendar.backToToday()}
        >
          Today
        </Button>
        {children}
        <Segmented label="View" options={VIEWS} value={view} onChange={calendar.setView} />
        <ScheduleOptions groupId={calendar.groupId} />
      </div>
      {view === 'list' && <Strip calendar={calendar} />}
    </div>
  );
}

/** The seven days of the list’s week to choose from. */
function Strip({ calendar }: { calendar: Calendar }) {
  const { week, today, shownDay, groupId } = calendar;
  return (
    <WeekStrip
      week={week}
      today={today}
      selected={shownDay}
      onSelect={calendar.select}
      marksFor={useEventMarks(groupId, monthOf(week))}
      onLeave={calendar.turn}
    />
  );
}
