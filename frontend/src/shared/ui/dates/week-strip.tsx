import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, weekOf } from '@quorum/contracts/time/days.ts';
import type { KeyboardEvent } from 'react';
import { useFirstWeekday } from '../../hooks/first-weekday.ts';
import { useDayFocus } from '../../hooks/use-day-focus.ts';
import type { MarksFor } from '../../lib/day-marks.ts';
import { plainKey } from '../../lib/keys.ts';
import { rowTarget } from '../../lib/row-target.ts';
import { DayOptions } from './day-options.tsx';

export interface WeekStripProps {
  /** Any date of the week on show. */
  week: CalendarDate;
  today: CalendarDate;
  selected: CalendarDate | null;
  onSelect: (date: CalendarDate) => void;
  marksFor?: MarksFor;
  /** Days before today cannot be chosen and are skipped by the arrows. */
  disablePast?: boolean;
  /** An arrow moved past the first (-1) or last (1) day. The focus follows into the week shown next. */
  onLeave?: (direction: -1 | 1) => void;
}

/** Seven days. The arrows move, Enter selects. */
export function WeekStrip(props: WeekStripProps) {
  const { week, today, selected, onSelect, marksFor, disablePast = false, onLeave } = props;
  const days = weekOf(week, useFirstWeekday());
  const open = days.filter((date) => !disablePast || date >= today);
  const focus = useDayFocus<HTMLDivElement>(open, selected, today);

  /** Moves to the previous or next week, if there is one to show. */
  const leave = (from: CalendarDate, direction: 1 | -1): void => {
    const next = addDays(from, direction);
    if (onLeave === undefined || (disablePast && next < today)) return;
    onLeave(direction);
    focus.moveTo(next);
  };
  const onKeyDown = (event: KeyboardEvent, date: CalendarDate) => {
    const target = rowTarget(plainKey(event), open.indexOf(date), open.length);
    if (target === undefined) return;
    event.preventDefault();
    const inside = open[target];
    if (inside !== undefined) focus.moveTo(inside);
    else leave(date, target < 0 ? -1 : 1);
  };

  return (
    <DayOptions
      label="Week"
      days={days}
      focus={focus}
      today={today}
      selected={selected}
      isDisabled={(date) => disablePast && date < today}
      marksFor={marksFor}
      onKeyDown={onKeyDown}
      onSelect={onSelect}
    />
  );
}
