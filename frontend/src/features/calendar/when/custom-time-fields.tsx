import { type CustomTime, twoDigits } from '@quorum/contracts/time/custom-time.ts';
import { useId } from 'react';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Segmented } from '../../../shared/ui/controls/segmented.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import './when.css';

export interface CustomTimeFieldsProps {
  value: CustomTime;
  onChange: (value: CustomTime) => void;
  error: string | undefined;
}

/** Shared by the digit fields of a time and a duration. */
export const digitField = (errorId: string | undefined) => ({
  className: 'tnum',
  inputMode: 'numeric' as const,
  autoComplete: 'off',
  invalid: errorId !== undefined,
  'aria-describedby': errorId,
  onFocus: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select(),
});

const MERIDIEMS = [
  { value: 'AM', label: 'AM' },
  { value: 'PM', label: 'PM' },
] as const;

/** Any minute of the day: hour 1-12, minute 00-59, AM or PM. */
export function CustomTimeFields({ value, onChange, error }: CustomTimeFieldsProps) {
  const errorId = useId();
  const shared = { ...digitField(error === undefined ? undefined : errorId), maxLength: 2 };
  return (
    <div>
      <div className="when__label">Custom time</div>
      <div className="custom">
        <Input
          {...shared}
          aria-label="Hour"
          value={value.hour}
          onChange={(event) => onChange({ ...value, hour: twoDigits(event.target.value) })}
        />
        <b aria-hidden="true">:</b>
        <Input
          {...shared}
          aria-label="Minute"
          value={value.minute}
          onChange={(event) => onChange({ ...value, minute: twoDigits(event.target.value) })}
          onBlur={() => value.minute.length === 1 && onChange({ ...value, minute: `0${value.minute}` })}
        />
        <Segmented
          label="AM or PM"
          options={MERIDIEMS}
          value={value.meridiem}
          onChange={(meridiem) => onChange({ ...value, meridiem })}
        />
      </div>
      {error !== undefined && (
        <div className="when__error">
          <ErrorLine id={errorId}>{error}</ErrorLine>
        </div>
      )}
    </div>
  );
}
