// biome-ignore-all lint/a11y/useSemanticElements: the grid pattern needs one tab stop, which a table does not give.
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the numbers take the focus, not the grid and its rows.

import { counted } from '@quorum/contracts/text/counted.ts';
import { fullMonthDay, monthDay, monthTitle, weekdayLabel, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { monthOf } from '@quorum/contracts/time/days.ts';
import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useDayFocus } from '../../../shared/hooks/use-day-focus.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { plainKey } from '../../../shared/lib/keys.ts';
import { monthTarget } from '../../../shared/ui/dates/month-grid.tsx';
import { Delayed } from '../../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import type { Calendar } from '../use-calendar.ts';
import { barClasses } from './band-rows.tsx';
import { DayList, EventLine } from './day-list.tsx';
import type { Bar } from './layout/band.ts';
import { eventAloud } from './layout/grid-labels.ts';
import { type Cell, weekCells, weeksOf } from './layout/month-cells.ts';
import type { Shown } from './shown.ts';
import './month-view.css';

/** Pixels: the number, each line below it, and the line above a week. */
const NUMBER_HEIGHT = 32;
const LINE_HEIGHT = 23;
const WEEK_LINE = 1;
const WEEKS = 6;
const FIRST_ROWS = 4;
const MIN_ROWS = 2;

/** How many lines fit into a cell. */
const useRows = (grid: RefObject<HTMLElement | null>): number => {
  const [rows, setRows] = useState(FIRST_ROWS);
  useLayoutEffect(() => {
    if (grid.current === null) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      const height = (entry?.contentRect.height ?? 0) / WEEKS - WEEK_LINE;
      setRows(Math.max(MIN_ROWS, Math.floor((height - NUMBER_HEIGHT) / LINE_HEIGHT)));
    });
    // Its weeks change with the month.
    sizes.observe(grid.current);
    return () => sizes.disconnect();
  }, [grid]);
  return rows;
};

type MonthViewProps = { readonly calendar: Calendar; readonly shown: Shown };

/** Six weeks to read. */
export function MonthView({ calendar, shown }: MonthViewProps) {
  const { month, days, today, selected, firstWeekday } = calendar;
  const { clocks, events } = shown;
  const { box, tabStop, setFocused, moveTo } = useDayFocus<HTMLDivElement>(days, selected, today, `${month}-01`);
  const rows = useRows(box);
  const weeks = useMemo(() => weeksOf(clocks).map((week) => weekCells(week, events, rows)), [clocks, events, rows]);
  const onKeyDown = (event: KeyboardEvent, date: string) => {
    const target = monthTarget(plainKey(event), date, { isShifted: event.shiftKey, firstWeekday });
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
    if (monthOf(target) !== month) calendar.showMonth(monthOf(target));
  };
  const openDay = (date: string) => {
    calendar.setView('day');
    calendar.select(date);
  };
  return (
    <section className="month-view" aria-label="Events" data-focus-home="[tabindex='0']">
      <div className="month-view__heads" aria-hidden="true">
        {days.slice(0, 7).map((date) => (
          <span key={date}>{weekdayShort(date)}</span>
        ))}
      </div>
      <div className="month-view__grid" role="grid" aria-label={monthTitle(month)} ref={box}>
        {weeks.map((cells) => (
          <div key={cells[0]?.clock.date} className="month-view__week" role="row">
            {cells.map((cell) => (
              <MonthCell
                key={cell.clock.date}
                cell={cell}
                shown={shown}
                month={month}
                isSelected={cell.clock.date === selected}
                isTabStop={cell.clock.date === tabStop}
                onKeyDown={onKeyDown}
                onFocus={setFocused}
                onOpenDay={openDay}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

type MonthCellProps = {
  readonly cell: Cell;
  readonly shown: Shown;
  readonly month: string;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onKeyDown: (event: KeyboardEvent, date: string) => void;
  readonly onFocus: (date: string) => void;
  readonly onOpenDay: (date: string) => void;
};

const countOf = ({ events }: Cell): string => (events.length === 0 ? '' : `, ${counted(events.length, 'event')}`);

function MonthCell(props: MonthCellProps) {
  const { cell, shown, month, isSelected, onOpenDay } = props;
  const { date } = cell.clock;
  return (
    <div
      className={classNames(
        'month-view__cell',
        monthOf(date) !== month && 'is-out',
        date < shown.today && 'is-past',
        date === shown.today && 'is-today',
      )}
      role="gridcell"
      aria-selected={isSelected}
    >
      <DayNumber {...props} />
      {shown.isPending(date) && (
        <Delayed>
          <Skeleton width="70%" height={12} />
        </Delayed>
      )}
      {cell.bars.map((bar) => (
        <MonthBar key={bar.event.id} bar={bar} shown={shown} />
      ))}
      <div className="month-view__lines" style={{ '--bars': cell.barRows } as CSSProperties}>
        {cell.lines.map((event) => (
          <EventLine
            key={event.id}
            event={event}
            date={date}
            shown={shown}
            tabIndex={-1}
            onPress={() => shown.open(event.id)}
          />
        ))}
        {cell.hiddenCount > 0 && (
          <DayList
            events={cell.events}
            date={date}
            shown={shown}
            count={cell.hiddenCount}
            onOpenDay={() => onOpenDay(date)}
          />
        )}
      </div>
    </div>
  );
}

function DayNumber({ cell, shown, isTabStop, onKeyDown, onFocus, onOpenDay }: MonthCellProps) {
  const { date } = cell.clock;
  const day = Number(date.slice(8));
  return (
    <button
      type="button"
      className="month-view__number"
      data-date={date}
      aria-label={`${weekdayLabel(date)}, ${fullMonthDay(date)}${countOf(cell)}`}
      aria-current={date === shown.today ? 'date' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={(event) => onKeyDown(event, date)}
      onFocus={() => onFocus(date)}
      onClick={() => onOpenDay(date)}
    >
      {day === 1 ? monthDay(date) : day}
    </button>
  );
}

function MonthBar({ bar, shown }: { readonly bar: Bar; readonly shown: Shown }) {
  const { event, first, last, row } = bar;
  const now = useMinute();
  return (
    <button
      type="button"
      className={classNames(barClasses(bar, shown, now), 'month-view__bar')}
      style={{ '--row': row, '--span': last - first + 1 } as CSSProperties}
      data-accent={shown.accentOf(event.event)}
      data-event={event.id}
      tabIndex={-1}
      aria-label={eventAloud(event, shown.aloud)}
      title={event.name}
      onClick={() => shown.open(event.id)}
    >
      <b dir="auto">{event.name}</b>
    </button>
  );
}
