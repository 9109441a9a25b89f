// biome-ignore-all lint/a11y/useSemanticElements: the grid pattern needs one tab stop, which a table does not give.
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the cells take the focus, not the grid and its rows.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { countPhrase, type MarksFor } from '../lib/day-marks.ts';
import {
  addDays,
  addMonths,
  formatIsoDate,
  type IsoDate,
  type IsoMonth,
  monthCells,
  monthOf,
  monthTitle,
  shiftMonth,
  startOfWeek,
} from '../lib/iso-date.ts';
import { DayDots } from './day-dots.tsx';
import { IconButton } from './icon-button.tsx';

export interface MonthGridProps {
  /** 'YYYY-MM' on show; the caller owns it. */
  month: IsoMonth;
  onMonthChange: (month: IsoMonth) => void;
  today: IsoDate;
  selected: IsoDate | null;
  onSelect: (date: IsoDate) => void;
  marksFor?: MarksFor;
  /** Any date of the week to band; the selected one by default, null for none. */
  week?: IsoDate | null;
  isDisabled?: (date: IsoDate) => boolean;
  className?: string;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A month in 42 cells, Sunday first. One tab stop; arrows, Home, End, Page Up and Page Down move it, Enter selects. */
export function MonthGrid(props: MonthGridProps) {
  const { month, onMonthChange, today, selected, onSelect, marksFor, week = selected, isDisabled, className } = props;
  const [focused, setFocused] = useState<IsoDate | null>(null);
  const moveFocus = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  const cells = monthCells(month);
  const tabStop = [focused, selected, today].find((date) => date && cells.includes(date)) ?? `${month}-01`;
  const bandStart = week ? startOfWeek(week) : null;

  useEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent, date: IsoDate) => {
    const target = keyTarget(event, date);
    if (!target) return;
    event.preventDefault();
    moveFocus.current = true;
    setFocused(target);
    if (monthOf(target) !== month) onMonthChange(monthOf(target));
  };

  const title = monthTitle(month);
  return (
    <section className={classNames('cal', className)} aria-label="Month calendar">
      <div className="cal__head">
        <span className="cal__title" aria-live="polite">
          {title}
        </span>
        <IconButton
          size="sm"
          label="Previous month"
          icon={<ChevronLeft className="i i--sm" />}
          onClick={() => onMonthChange(shiftMonth(month, -1))}
        />
        <IconButton
          size="sm"
          label="Next month"
          icon={<ChevronRight className="i i--sm" />}
          onClick={() => onMonthChange(shiftMonth(month, 1))}
        />
      </div>
      <div className="cal__grid" role="grid" aria-label={title} ref={grid}>
        <div className="cal__row" role="row">
          {WEEKDAYS.map((day) => (
            <span key={day} className="cal__dow" role="columnheader" aria-label={day}>
              {day[0]}
            </span>
          ))}
        </div>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="cal__row" role="row">
            {cells.slice(row * 7, row * 7 + 7).map((date, column) => {
              const marks = marksFor?.(date);
              const banded = bandStart !== null && startOfWeek(date) === bandStart;
              return (
                <button
                  key={date}
                  type="button"
                  data-date={date}
                  role="gridcell"
                  className={classNames(
                    'cal__day',
                    monthOf(date) !== month && 'is-out',
                    banded && 'is-week',
                    banded && column === 0 && 'is-week-start',
                    banded && column === 6 && 'is-week-end',
                  )}
                  aria-label={`${formatIsoDate(date, { month: 'long', day: 'numeric' })}${countPhrase(marks)}`}
                  aria-current={date === today ? 'date' : undefined}
                  aria-selected={date === selected}
                  // Not `disabled`: the arrows must be able to pass over it.
                  aria-disabled={isDisabled?.(date) || undefined}
                  tabIndex={date === tabStop ? 0 : -1}
                  onKeyDown={(event) => onKeyDown(event, date)}
                  onFocus={() => setFocused(date)}
                  onClick={() => !isDisabled?.(date) && onSelect(date)}
                >
                  <span className="cal__num">{Number(date.slice(8))}</span>
                  <DayDots marks={marks} className="cal__dots" />
                </button>
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}

function keyTarget(event: KeyboardEvent, date: IsoDate): IsoDate | undefined {
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return startOfWeek(date);
    case 'End':
      return addDays(startOfWeek(date), 6);
    case 'PageUp':
      return addMonths(date, event.shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(date, event.shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}
