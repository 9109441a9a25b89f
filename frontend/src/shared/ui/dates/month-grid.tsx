// biome-ignore-all lint/a11y/useSemanticElements: the grid pattern needs one tab stop, which a table does not give.
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the cells take the focus, not the grid and its rows.

import type { CalendarDate, CalendarMonth } from '@quorum/contracts/time/calendar-date.ts';
import { fullMonthDay, monthTitle, weekdayLabel } from '@quorum/contracts/time/day-labels.ts';
import {
  addDays,
  addMonths,
  type FirstWeekday,
  monthCells,
  monthOf,
  shiftMonth,
  startOfWeek,
} from '@quorum/contracts/time/days.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useFirstWeekday } from '../../hooks/first-weekday.ts';
import { useDayFocus } from '../../hooks/use-day-focus.ts';
import { classNames } from '../../lib/class-names.ts';
import { countPhrase, type DayMarks, type MarksFor } from '../../lib/day-marks.ts';
import { plainKey } from '../../lib/keys.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { DayDots } from './day-dots.tsx';
import './month-grid.css';

export interface MonthGridProps {
  /** The month on show, 'YYYY-MM'. The caller owns it. */
  month: CalendarMonth;
  onMonthChange: (month: CalendarMonth) => void;
  today: CalendarDate;
  selected: CalendarDate | null;
  onSelect: (date: CalendarDate) => void;
  marksFor?: MarksFor;
  /** Any date of the week to highlight. The selected one by default, null for none. */
  week?: CalendarDate | null;
  isDisabled?: (date: CalendarDate) => boolean;
}

/** A month in 42 cells. It is one tab stop; arrows, Home, End, Page Up and Page Down move within it, Enter selects. */
export function MonthGrid(props: MonthGridProps) {
  const { month, onMonthChange, today, selected, onSelect, marksFor, week = selected, isDisabled } = props;
  const firstWeekday = useFirstWeekday();
  const cells = monthCells(month, firstWeekday);
  const { box, tabStop, setFocused, moveTo } = useDayFocus<HTMLDivElement>(cells, selected, today, `${month}-01`);
  const bandStart = week ? startOfWeek(week, firstWeekday) : null;

  const onKeyDown = (event: KeyboardEvent, date: CalendarDate) => {
    const target = monthTarget(plainKey(event), date, { isShifted: event.shiftKey, firstWeekday });
    if (!target) return;
    event.preventDefault();
    moveTo(target);
    if (monthOf(target) !== month) onMonthChange(monthOf(target));
  };

  const title = monthTitle(month);
  return (
    // No landmark, since a popover has one beside that of the sidebar.
    <div className="month-grid" role="group" aria-label="Month calendar">
      <Head title={title} onMove={(by) => onMonthChange(shiftMonth(month, by))} />
      <div className="month-grid__grid" role="grid" aria-label={title} ref={box}>
        <div className="month-grid__row" role="row">
          {cells.slice(0, 7).map((date) => (
            <span key={date} className="month-grid__weekday" role="columnheader" aria-label={weekdayLabel(date)}>
              {weekdayLabel(date)[0]}
            </span>
          ))}
        </div>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="month-grid__row" role="row">
            {cells.slice(row * 7, row * 7 + 7).map((date, column) => (
              <Day
                key={date}
                date={date}
                today={today}
                selected={selected}
                className={classNames(
                  monthOf(date) !== month && 'is-out',
                  bandStart !== null && startOfWeek(date, firstWeekday) === bandStart && bandClasses(column),
                )}
                isTabStop={date === tabStop}
                isDisabled={isDisabled?.(date) ?? false}
                marks={marksFor?.(date)}
                onKeyDown={onKeyDown}
                onFocus={setFocused}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Head({ title, onMove }: { title: string; onMove: (months: number) => void }) {
  return (
    <div className="month-grid__head">
      <span className="month-grid__title" aria-live="polite">
        {title}
      </span>
      <IconButton
        size="sm"
        label="Previous month"
        icon={<ChevronLeft className="i i--sm" />}
        onClick={() => onMove(-1)}
      />
      <IconButton size="sm" label="Next month" icon={<ChevronRight className="i i--sm" />} onClick={() => onMove(1)} />
    </div>
  );
}

const bandClasses = (column: number): string =>
  classNames('is-week', column === 0 && 'is-week-start', column === 6 && 'is-week-end');

interface DayProps extends Pick<MonthGridProps, 'today' | 'selected' | 'onSelect'> {
  date: CalendarDate;
  className: string;
  isTabStop: boolean;
  isDisabled: boolean;
  marks: DayMarks | undefined;
  onKeyDown: (event: KeyboardEvent, date: CalendarDate) => void;
  onFocus: (date: CalendarDate) => void;
}

function Day(props: DayProps) {
  const { date, today, selected, className, isTabStop, isDisabled, marks, onKeyDown, onFocus, onSelect } = props;
  return (
    <button
      type="button"
      data-date={date}
      role="gridcell"
      className={classNames('month-grid__day', className)}
      aria-label={`${fullMonthDay(date)}${countPhrase(marks)}`}
      aria-current={date === today ? 'date' : undefined}
      aria-selected={date === selected}
      // Not `disabled`, because the arrows must pass over it.
      aria-disabled={isDisabled || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={(event) => onKeyDown(event, date)}
      onFocus={() => onFocus(date)}
      onClick={() => !isDisabled && onSelect(date)}
    >
      <span className="month-grid__number">{Number(date.slice(8))}</span>
      <DayDots marks={marks} className="month-grid__dots" />
    </button>
  );
}

type KeyContext = { readonly isShifted: boolean; readonly firstWeekday: FirstWeekday };

/** Where a key leads from a date. With Shift, months become years. Undefined for other keys. */
export const monthTarget = (
  key: string,
  date: CalendarDate,
  { isShifted, firstWeekday }: KeyContext,
): CalendarDate | undefined => {
  const first = startOfWeek(date, firstWeekday);
  const months = isShifted ? 12 : 1;
  const targets: Readonly<Record<string, () => CalendarDate>> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => first,
    End: () => addDays(first, 6),
    PageUp: () => addMonths(date, -months),
    PageDown: () => addMonths(date, months),
  };
  return targets[key]?.();
};
