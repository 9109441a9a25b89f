import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { monthDay } from '@quorum/contracts/time/day-labels.ts';
import { monthOf } from '@quorum/contracts/time/days.ts';
import { wallTimeLabel } from '@quorum/contracts/time/labels.ts';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { Input } from '../controls/input.tsx';
import { ErrorLine } from '../feedback/error-line.tsx';
import { Popover } from '../overlays/popover.tsx';
import './date-time-fields.css';
import { MonthGrid } from './month-grid.tsx';
import { type Read, readDate, readTime } from './read-date-time.ts';

interface TypedFieldProps {
  label: string;
  hideLabel?: boolean | undefined;
  /** The canonical text. Empty for none. */
  value: string;
  /** Called when the text is whole, and when the field is left. Empty if it cannot be read. */
  onChange: (value: string) => void;
  format: (value: string) => string;
  read: (text: string) => Read | undefined;
  /** Says how to type it. */
  refusal: string;
  children?: ReactNode;
}

/** Takes a text as people type it. It stays as typed until the field is left, and only then may be wrong. */
function TypedField({ label, hideLabel = false, value, onChange, format, read, refusal, children }: TypedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
    const found = read(text);
    if (found?.isWhole) onChange(found.value);
  };
  const finish = () => {
    if (typed === undefined || isWrong) return;
    const found = read(typed);
    const isEmpty = typed.trim() === '';
    onChange(found?.value ?? '');
    if (found !== undefined || isEmpty) setTyped(undefined);
    setWrong(found === undefined && !isEmpty);
  };
  return (
    <div className="typed-field">
      <label className={hideLabel ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
      </label>
      <div className="typed-field__row">
        <Input
          id={id}
          autoComplete="off"
          className="tabular-digits"
          value={typed ?? (value === '' ? '' : format(value))}
          invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={finish}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && finish()}
        />
        {children}
      </div>
      {isWrong && <ErrorLine id={`${id}-error`}>{refusal}</ErrorLine>}
    </div>
  );
}

type FieldProps = Pick<TypedFieldProps, 'label' | 'hideLabel' | 'value' | 'onChange'>;

/** `Nov 30, 2026` */
const shortDate = (date: CalendarDate): string => `${monthDay(date)}, ${date.slice(0, 4)}`;

interface DateFieldProps extends FieldProps {
  today: CalendarDate;
  /** The first day that can be chosen. Without one, days of the past are meant. */
  min?: CalendarDate | undefined;
}

/** A date `YYYY-MM-DD`, typed or chosen in a month. */
export function DateField({ today, min, ...field }: DateFieldProps) {
  const { label, value, onChange } = field;
  const [month, setMonth] = useState<string>();
  const shown = monthOf(value === '' ? (min ?? today) : value);
  return (
    <TypedField
      {...field}
      format={shortDate}
      read={(text) => readDate(text, min ?? today, min === undefined)}
      refusal="Enter a date, like 12/4/2026"
    >
      <Popover
        label={`Calendar for ${label}`}
        align="end"
        open={month !== undefined}
        onOpenChange={(open) => setMonth(open ? shown : undefined)}
        trigger={<IconButton label={`Calendar for ${label}`} icon={<CalendarDays className="i" />} />}
      >
        <MonthGrid
          month={month ?? shown}
          onMonthChange={setMonth}
          today={today}
          selected={value === '' ? null : value}
          onSelect={(date) => {
            setMonth(undefined);
            onChange(date);
          }}
          isDisabled={(date) => min !== undefined && date < min}
        />
      </Popover>
    </TypedField>
  );
}

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`. Without AM or PM, the first time after this one is meant. */
  after?: string | undefined;
}

/** A time of day `HH:MM`. */
export function TimeField({ after, ...field }: TimeFieldProps) {
  return (
    <TypedField
      {...field}
      format={wallTimeLabel}
      read={(text) => readTime(text, after)}
      refusal="Enter a time, like 2:30 PM"
    />
  );
}
