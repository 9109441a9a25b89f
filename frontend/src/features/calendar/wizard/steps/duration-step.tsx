import { weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel, endTime } from '@quorum/contracts/time/labels.ts';
import { useId } from 'react';
import { OptionTiles } from '../../../../shared/ui/controls/option-tiles.tsx';
import { DurationFields, durationOf, durationText } from '../../when/duration-fields.tsx';
import { spanOfChoice } from '../../when/when.ts';
import { whenOfDraft } from '../draft.ts';
import { DayRuler } from './day-ruler.tsx';
import type { StepProps } from './step-props.ts';

const PRESETS = [15, 30, 45, 60];

export function DurationStep({ draft, put, now, timeZone }: StepProps) {
  const labelId = useId();
  const when = whenOfDraft(draft, now, timeZone);
  const duration = durationOf(draft.length);
  const span = spanOfChoice(when, duration, timeZone);
  const start = spanOfChoice(when, 1, timeZone);
  const endOf = (minutes: number): string => {
    const ends = spanOfChoice(when, minutes, timeZone);
    if (ends === undefined) return '';
    const date = localDate(ends.endsAt, timeZone);
    return `${date === when.date ? 'to' : weekdayShort(date)} ${endTime(ends.startsAt, ends.endsAt, timeZone)}`;
  };
  return (
    <div className="wizard__form wizard__form--dense">
      <div>
        <div className="when__label" id={labelId}>
          Duration
        </div>
        <OptionTiles
          className="wizard__durations"
          labelledBy={labelId}
          options={PRESETS.map((minutes) => ({
            value: minutes,
            label: durationLabel(minutes),
            hint: endOf(minutes),
          }))}
          value={duration ?? null}
          onChange={(minutes) => put({ length: durationText(minutes) })}
        />
      </div>
      <DurationFields
        label="Custom"
        value={draft.length}
        onChange={(length) => put({ length })}
        startsAt={start?.startsAt}
        timeZone={timeZone}
      />
      {span && (
        <div>
          <div className="when__label">What else is on</div>
          <DayRuler span={span} timeZone={timeZone} />
        </div>
      )}
    </div>
  );
}
