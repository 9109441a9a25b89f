import { longDate } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { RepeatsField } from '../../repeats/repeats-field.tsx';
import { CustomTimeFields } from '../../when/custom-time-fields.tsx';
import { DayPicker } from '../../when/day-picker.tsx';
import { durationOf } from '../../when/duration-fields.tsx';
import { TimeSlots } from '../../when/time-slots.tsx';
import { checkWhen, fieldsOf, spanOfChoice, timeOf } from '../../when/when.ts';
import { movedTo, repeatsOfDraft, whenOfDraft } from '../draft.ts';
import type { StepProps } from './step-props.ts';

const timesOfDates = (time: string | undefined, duration: number | undefined, timeZone: string) =>
  time === undefined || duration === undefined ? undefined : { time, duration, timeZone };

export function WhenStep({ draft, put, now, timeZone, groupId }: StepProps) {
  const when = whenOfDraft(draft, now, timeZone);
  const checked = checkWhen(when, now, timeZone);
  const span = spanOfChoice(when, 1, timeZone);
  return (
    <>
      <DayPicker
        date={when.date}
        today={localDate(now, timeZone)}
        groupId={groupId}
        onChange={(date) => put(movedTo(draft, when, date))}
      />
      <div className="wizard__columns">
        <TimeSlots
          date={when.date}
          time={timeOf(when)}
          now={now}
          timeZone={timeZone}
          onChange={(time) => put({ when: { ...when, custom: fieldsOf(time) }, isTimed: true })}
        />
        <div>
          <CustomTimeFields
            value={when.custom}
            onChange={(custom) => put({ when: { ...when, custom }, isTimed: true })}
            error={checked.ok ? undefined : checked.error}
          />
          {when.date !== '' && (
            <RepeatsField
              value={draft.repeats}
              date={when.date}
              times={timesOfDates(timeOf(when), durationOf(draft.length), timeZone)}
              onChange={(repeats) => put({ repeats })}
            />
          )}
          <div className="summary" aria-live="polite">
            <span>Starts</span>
            <b>{span ? timeLabel(span.startsAt, timeZone) : '–'}</b>
            <span>{longDate(span ? localDate(span.startsAt, timeZone) : when.date)}</span>
            {draft.repeats && <span>{repeatsOfDraft(draft, when.date)}</span>}
            <hr />
            <strong dir="auto">{draft.name.trim()}</strong>
            {draft.description.trim() !== '' && (
              <span className="summary__text" dir="auto">
                {draft.description.trim()}
              </span>
            )}
          </div>
        </div>
      </div>
    </>
  );
}
