import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { weekdayMonthDay, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import type { KeyboardEvent } from 'react';
import { classNames } from '../lib/class-names.ts';
import { countPhrase, type DayMarks } from '../lib/day-marks.ts';
import { DayDots } from './day-dots.tsx';

export interface DayOptionProps {
  date: CalendarDate;
  today: CalendarDate;
  isSelected: boolean;
  isTabStop: boolean;
  disabled?: boolean;
  marks: DayMarks | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onSelect: () => void;
}

/** One day of a strip, which is a listbox. */
export function DayOption(props: DayOptionProps) {
  const { date, today, isSelected, isTabStop, disabled, marks, onKeyDown, onFocus, onSelect } = props;
  return (
    <button
      type="button"
      role="option"
      data-date={date}
      className={classNames('week__day', date < today && 'is-past')}
      aria-label={`${weekdayMonthDay(date)}${countPhrase(marks)}`}
      aria-selected={isSelected}
      aria-current={date === today ? 'date' : undefined}
      disabled={disabled}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={onSelect}
    >
      <small>{weekdayShort(date)}</small>
      <b>{Number(date.slice(8))}</b>
      <DayDots marks={marks} className="week__dots" />
    </button>
  );
}
