import { limits } from '@quorum/contracts/kernel/limits.ts';
import { checkCustomDuration } from '@quorum/contracts/time/custom-time.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { instantMs, parseTime, type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { useId, useState } from 'react';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { DateField, TimeField } from '../../../shared/ui/dates/date-time-fields.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { digitField } from './custom-time-fields.tsx';
import './when.css';

/** The two fields of a duration, as typed. */
export type DurationText = { readonly hours: string; readonly minutes: string };

export const durationText = (minutes: number): DurationText => ({
  hours: String(Math.floor(minutes / 60)),
  minutes: String(minutes % 60).padStart(2, '0'),
});

export const checkDuration = ({ hours, minutes }: DurationText) =>
  checkCustomDuration(hours, minutes, limits.eventDuration);

/** In minutes. Undefined while the fields hold no duration that an event can have. */
export const durationOf = (text: DurationText): number | undefined => {
  const checked = checkDuration(text);
  return checked.ok ? checked.minutes : undefined;
};

const digits = (text: string): string => text.replace(/\D/g, '');

export interface DurationFieldsProps {
  label: string;
  value: DurationText;
  onChange: (value: DurationText) => void;
  /** UTC, ISO 8601, once it is known. */
  startsAt: string | undefined;
  timeZone: string;
}

/** Hours and minutes, and the date and time of the end. Each follows from the other. */
export function DurationFields({ label, value, onChange, startsAt, timeZone }: DurationFieldsProps) {
  const errorId = useId();
  const checked = checkDuration(value);
  const shared = digitField(checked.ok ? undefined : errorId);
  return (
    <div className="when__length">
      <div>
        <div className="when__label">{label}</div>
        <div className="duration-fields">
          <Input
            {...shared}
            aria-label="Hours"
            // More than an event can last, so that it is refused and not cut.
            maxLength={5}
            value={value.hours}
            onChange={(event) => onChange({ ...value, hours: digits(event.target.value) })}
          />
          <span aria-hidden="true">hours</span>
          <Input
            {...shared}
            aria-label="Minutes"
            maxLength={3}
            value={value.minutes}
            onChange={(event) => onChange({ ...value, minutes: digits(event.target.value) })}
          />
          <span aria-hidden="true">minutes</span>
        </div>
      </div>
      {startsAt !== undefined && (
        <EndFields
          startsAt={startsAt}
          minutes={checked.ok ? checked.minutes : undefined}
          timeZone={timeZone}
          onChange={onChange}
        />
      )}
      {!checked.ok && (
        <div className="when__error">
          <ErrorLine id={errorId}>{checked.error}</ErrorLine>
        </div>
      )}
    </div>
  );
}

type EndFieldsProps = {
  readonly startsAt: string;
  /** Undefined while the duration is invalid. The typed digits stay. */
  readonly minutes: number | undefined;
  readonly timeZone: string;
  readonly onChange: (value: DurationText) => void;
};

function EndFields({ startsAt, minutes, timeZone, onChange }: EndFieldsProps) {
  const labelId = useId();
  const start = wallClockOf(startsAt, timeZone);
  const [typed, setTyped] = useState<WallClock>();
  const end = minutes === undefined ? typed : wallClockOf(Date.parse(startsAt) + minutes * MINUTE_MS, timeZone);
  const put = (part: Partial<WallClock>) => {
    const next = { date: '', time: '', ...end, ...part };
    setTyped(next);
    const isWhole = next.date !== '' && parseTime(next.time) !== undefined;
    const length = isWhole ? Math.round((instantMs({ ...next, timeZone }) - Date.parse(startsAt)) / MINUTE_MS) : 0;
    onChange(length > 0 ? durationText(length) : { hours: '', minutes: '' });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the two fields stand beside others of the same look.
    <div role="group" aria-labelledby={labelId}>
      <div className="when__label" id={labelId}>
        Ends
      </div>
      <div className="ends">
        <DateField
          label="End date"
          hideLabel
          min={start.date}
          today={start.date}
          value={end?.date ?? ''}
          onChange={(date) => put({ date })}
        />
        <TimeField
          label="End time"
          hideLabel
          after={end?.date === start.date ? start.time : undefined}
          value={end?.time ?? ''}
          onChange={(time) => put({ time })}
        />
      </div>
    </div>
  );
}
