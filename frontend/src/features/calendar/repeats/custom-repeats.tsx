import { type CalendarDate, dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { type Repeats, WEEKDAY_CODES, type WeekdayCode, weekdayCode } from '@quorum/contracts/time/repeats.ts';
import { repeatsLabel, weekdayCodeLabel } from '@quorum/contracts/time/repeats-labels.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field, useField } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { OptionTiles } from '../../../shared/ui/controls/option-tiles.tsx';
import { Segmented } from '../../../shared/ui/controls/segmented.tsx';
import { DateField } from '../../../shared/ui/dates/date-time-fields.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { type CustomRule, checkCustom, customOf, type End, nextDates } from './custom-rule.ts';
import { RuleOverlaps, type TimesOfDates } from './rule-overlaps.tsx';
import { firstDate, isSameRule, skipsMonths } from './rules.ts';
import './repeats.css';

const UNITS = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
] as const;

const ENDS: readonly { readonly value: End; readonly label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of times' },
];

const SHOWN = 5;

export interface CustomRepeatsProps {
  value: Repeats | null;
  date: CalendarDate;
  /** Undefined while no time is chosen. */
  times: TimesOfDates | undefined;
  onDone: (rule: Repeats) => void;
  onClose: () => void;
}

/** `Custom…`: unit, days and end of a rule, and its next dates. */
export default function CustomRepeats({ value, date, times, onDone, onClose }: CustomRepeatsProps) {
  const [custom, setCustom] = useState(() => customOf(value, date));
  const put = (part: Partial<CustomRule>) => setCustom({ ...custom, ...part });
  const checked = checkCustom(custom, date);
  const [rule, error] = 'rule' in checked ? [checked.rule, undefined] : [undefined, checked.error];
  const isEndWrong = 'isEnd' in checked;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Repeats"
      className="custom-repeats"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={rule === undefined}>
            Done
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submits(() => rule && onDone(rule))} className="custom-repeats__form" noValidate>
        <Field label="Every" error={isEndWrong ? undefined : error}>
          <Input
            value={custom.every}
            inputMode="numeric"
            maxLength={2}
            onChange={(event) => put({ every: event.target.value })}
          />
        </Field>
        <Segmented label="Unit" options={UNITS} value={custom.unit} onChange={(unit) => put({ unit })} />
        {custom.unit === 'week' && <Days value={custom.days} onChange={(days) => put({ days })} />}
        {(custom.unit === 'month' || custom.unit === 'year') && (
          <Field label="On">
            <DaySelect custom={custom} date={date} onChange={(inMonth) => put({ inMonth })} />
          </Field>
        )}
        <Ends custom={custom} date={date} put={put} />
        {isEndWrong && <ErrorLine>{error}</ErrorLine>}
      </form>
      {rule && <Preview rule={rule} date={date} times={times} />}
    </Dialog>
  );
}

type DaysProps = { readonly value: readonly WeekdayCode[]; readonly onChange: (days: readonly WeekdayCode[]) => void };

function Days({ value, onChange }: DaysProps) {
  const toggle = (code: WeekdayCode) =>
    onChange(WEEKDAY_CODES.filter((each) => (each === code) !== value.includes(each)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons everywhere.
    <div className="weekdays" role="group" aria-label="Days">
      {WEEKDAY_CODES.map((code) => (
        <button
          key={code}
          type="button"
          className="weekdays__day"
          aria-pressed={value.includes(code)}
          aria-label={weekdayCodeLabel(code)}
          onClick={() => toggle(code)}
        >
          {weekdayCodeLabel(code).slice(0, 1)}
        </button>
      ))}
    </div>
  );
}

/** The days of a month that a date can stand for. */
const daysFor = ({ unit }: CustomRule, date: CalendarDate): readonly NonNullable<Repeats['on']>[] => {
  const { day } = dateFields(date);
  const weekday = weekdayCode(date);
  const nth = [
    { nth: Math.ceil(day / 7), weekday },
    { nth: 'last', weekday },
  ] as const;
  return unit === 'year' ? [{ day }, ...nth] : [{ day }, { day: 'last' }, ...nth];
};

type DaySelectProps = {
  readonly custom: CustomRule;
  readonly date: CalendarDate;
  readonly onChange: (on: Repeats['on']) => void;
};

function DaySelect({ custom, date, onChange }: DaySelectProps) {
  const field = useField();
  const { unit } = custom;
  const ruleFor = (on: Repeats['on']): Repeats =>
    unit === 'year' && on !== undefined && 'day' in on ? { unit, every: 1 } : { unit, every: 1, on };
  const options = daysFor(custom, date);
  const chosen = options.findIndex((on) => isSameRule(ruleFor(on), ruleFor(custom.inMonth)));
  return (
    <div className="select">
      <select
        {...field}
        className="input"
        value={Math.max(0, chosen)}
        onChange={(event) => onChange(options[Number(event.target.value)])}
      >
        {options.map((on, index) => (
          <option key={JSON.stringify(on)} value={index}>
            {repeatsLabel({ rule: ruleFor(on), date }).replace(/^Every (month|year) on /, '')}
          </option>
        ))}
      </select>
      <ChevronDown className="i" />
    </div>
  );
}

type EndsProps = {
  readonly custom: CustomRule;
  readonly date: CalendarDate;
  readonly put: (part: Partial<CustomRule>) => void;
};

function Ends({ custom, date, put }: EndsProps) {
  const labelId = useId();
  return (
    <div className="field">
      <span className="field__label" id={labelId}>
        Ends
      </span>
      <OptionTiles
        look="radio"
        labelledBy={labelId}
        options={ENDS}
        value={custom.end}
        onChange={(end) => put({ end })}
      />
      {custom.end === 'until' && (
        <DateField
          label="Last day"
          hideLabel
          today={date}
          min={date}
          value={custom.until}
          onChange={(until) => put({ until })}
        />
      )}
      {custom.end === 'count' && (
        <Field label="Times" hideLabel>
          <Input
            value={custom.count}
            inputMode="numeric"
            maxLength={3}
            onChange={(event) => put({ count: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}

type PreviewProps = Pick<CustomRepeatsProps, 'date' | 'times'> & { readonly rule: Repeats };

/** The rule in words, said when it changes, its next dates, and what they overlap. */
function Preview({ rule, date, times }: PreviewProps) {
  const first = firstDate(rule, date);
  return (
    <aside className="summary custom-repeats__preview" aria-label="The rule">
      <strong role="status">{repeatsLabel({ rule, date: first })}</strong>
      <hr />
      <ol>
        {nextDates(rule, date, SHOWN).map((each) => (
          <li key={each}>{shortDayBeside(each, date)}</li>
        ))}
      </ol>
      {skipsMonths(rule, first) && (
        <span>Skipped where that day does not exist. “Last” takes the last one instead.</span>
      )}
      {times && <RuleOverlaps rule={rule} date={first} times={times} />}
    </aside>
  );
}
