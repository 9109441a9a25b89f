import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { Field, useField } from '../../../shared/ui/controls/field.tsx';
import type { TimesOfDates } from './rule-overlaps.tsx';
import { firstDate, isSameRule, ruleOptions, skipsMonths } from './rules.ts';

const CustomRepeats = preloadable(() => import('./custom-repeats.tsx'));

const NEVER = 'never';
const CUSTOM = 'custom';

export interface RepeatsFieldProps {
  /** Null for an event that does not repeat. */
  value: Repeats | null;
  /** The chosen day. */
  date: CalendarDate;
  /** Undefined while no time is chosen. */
  times: TimesOfDates | undefined;
  onChange: (rule: Repeats | null) => void;
  /** The rule is that of an event whose date moves. Which dates move with it is asked later. */
  isKept?: boolean;
}

const hintFor = ({ value: rule, date, isKept }: RepeatsFieldProps): string => {
  const first = firstDate(rule, date);
  if (first !== date && !isKept) return `First on ${weekdayMonthDay(first)}, the first day that fits.`;
  return rule !== null && skipsMonths(rule, date) ? 'Skipped where that day does not exist.' : '';
};

/** `Repeats`: the rules for the chosen day, or one made by hand. */
export function RepeatsField(props: RepeatsFieldProps) {
  const { value, date, times, onChange } = props;
  const [isCustom, setCustom] = useState(false);
  return (
    <>
      <Field label="Repeats" hint={<span role="status">{hintFor(props)}</span>}>
        <RuleSelect value={value} date={date} onChange={onChange} onCustom={() => setCustom(true)} />
      </Field>
      {isCustom && (
        <Suspense fallback={null}>
          <CustomRepeats
            value={value}
            date={date}
            times={times}
            onDone={(rule) => {
              onChange(rule);
              setCustom(false);
            }}
            onClose={() => setCustom(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type RuleSelectProps = Omit<RepeatsFieldProps, 'times'> & { readonly onCustom: () => void };

function RuleSelect({ value, date, onChange, onCustom }: RuleSelectProps) {
  const field = useField();
  const options = ruleOptions(value, date);
  const chosen = options.findIndex(({ rule }) => isSameRule(rule, value));
  const choose = (key: string) => {
    if (key === CUSTOM) onCustom();
    else onChange(options[Number(key)]?.rule ?? null);
  };
  return (
    <div className="select">
      <select
        {...field}
        className="input"
        value={chosen === -1 ? NEVER : String(chosen)}
        onFocus={() => void CustomRepeats.preload()}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={NEVER}>Does not repeat</option>
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
        <option value={CUSTOM}>Custom…</option>
      </select>
      <ChevronDown className="i" />
    </div>
  );
}
