import { parseCustomDuration, twoDigits } from '@quorum/contracts/time/custom-time.ts';
import { useId } from 'react';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import './when.css';

export const DURATION_REQUIRED = 'Duration must be more than zero';

/** The two fields of a duration, as typed. */
export type DurationText = { readonly hours: string; readonly minutes: string };

export const durationText = (minutes: number): DurationText => ({
  hours: String(Math.floor(minutes / 60)),
  minutes: String(minutes % 60).padStart(2, '0'),
});

/** In minutes. Undefined while the fields hold no duration above 0. */
export const durationOf = ({ hours, minutes }: DurationText): number | undefined => parseCustomDuration(hours, minutes);

export interface DurationFieldsProps {
  label: string;
  value: DurationText;
  onChange: (value: DurationText) => void;
}

/** Hours 0-99 and minutes 0-59. */
export function DurationFields({ label, value, onChange }: DurationFieldsProps) {
  const errorId = useId();
  const wrong = durationOf(value) === undefined;
  const shared = {
    className: 'tnum',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 2,
    invalid: wrong,
    'aria-describedby': wrong ? errorId : undefined,
    onFocus: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select(),
  };
  return (
    <div>
      <div className="when__label">
        <span>{label}</span>
      </div>
      <div className="dur2">
        <Input
          {...shared}
          aria-label="Hours"
          value={value.hours}
          onChange={(event) => onChange({ ...value, hours: twoDigits(event.target.value) })}
        />
        <span aria-hidden="true">hours</span>
        <Input
          {...shared}
          aria-label="Minutes"
          value={value.minutes}
          onChange={(event) => onChange({ ...value, minutes: twoDigits(event.target.value) })}
        />
        <span aria-hidden="true">minutes</span>
      </div>
      {wrong && (
        <div className="when__error">
          <ErrorLine id={errorId}>{DURATION_REQUIRED}</ErrorLine>
        </div>
      )}
    </div>
  );
}
