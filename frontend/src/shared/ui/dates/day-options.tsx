import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { stripDayLabel, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import type { KeyboardEvent } from 'react';
import type { useDayFocus } from '../../hooks/use-day-focus.ts';
import { classNames } from '../../lib/class-names.ts';
import { countPhrase, type DayMarks, type MarksFor } from '../../lib/day-marks.ts';
import { DayDots } from './day-dots.tsx';
import './week-strip.css';

export interface DayOptionsProps {
  label: string;
  days: readonly CalendarDate[];
  focus: ReturnType<typeof useDayFocus<HTMLDivElement>>;
  today: CalendarDate;
  selected: CalendarDate | null;
  isDisabled?: (date: CalendarDate) => boolean;
  marksFor: MarksFor | undefined;
  onKeyDown: (event: KeyboardEvent, date: CalendarDate) => void;
  onSelect: (date: CalendarDate) => void;
}

/** The days of a strip. */
export function DayOptions(props: DayOptionsProps) {
  const { label, days, focus, today, selected, isDisabled, marksFor, onKeyDown, onSelect } = props;
  return (
    <div className="week-strip" role="listbox" aria-label={label} aria-orientation="horizontal" ref={focus.box}>
      {days.map((date) => (
        <DayOption
          key={date}
          date={date}
          today={today}
          isSelected={date === selected}
          isTabStop={date === focus.tabStop}
          disabled={isDisabled?.(date)}
          marks={marksFor?.(date)}
          onKeyDown={(event) => onKeyDown(event, date)}
          onFocus={() => focus.setFocused(date)}
          onSelect={() => onSelect(date)}
        />
      ))}
    </div>
  );
}

interface DayOptionProps {
  date: CalendarDate;
  today: CalendarDate;
  isSelected: boolean;
  isTabStop: boolean;
  disabled: boolean | undefined;
  marks: DayMarks | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onSelect: () => void;
}

function DayOption(props: DayOptionProps) {
  const { date, today, isSelected, isTabStop, disabled, marks, onKeyDown, onFocus, onSelect } = props;
  return (
    <button
      type="button"
      role="option"
      data-date={date}
      className={classNames('week-strip__day', date < today && 'is-past')}
      aria-label={`${stripDayLabel(date)}${countPhrase(marks)}`}
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
      <DayDots marks={marks} className="week-strip__dots" />
    </button>
  );
}
