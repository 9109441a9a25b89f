import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel } from '@quorum/contracts/time/labels.ts';
import { wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { useId, useState } from 'react';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { OptionTiles } from '../../../shared/ui/controls/option-tiles.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx';
import { RepeatsField } from '../repeats/repeats-field.tsx';
import { firstDate, isSameRule } from '../repeats/rules.ts';
import { ScopeDialog } from '../repeats/scope-dialog.tsx';
import { onlyScope, type Scope } from '../repeats/scope-words.ts';
import { CustomTimeFields } from '../when/custom-time-fields.tsx';
import { DayPicker } from '../when/day-picker.tsx';
import { DurationFields, durationOf, durationText } from '../when/duration-fields.tsx';
import { TimeSlots } from '../when/time-slots.tsx';
import { fieldsOf, timeOf, type When, whenOf } from '../when/when.ts';
import { Move, type MoveProps } from './move.tsx';
import { newTimes, type TimesChange, withRule } from './new-times.ts';
import { useSaveTimes } from './use-save-times.ts';
import './event-times.css';

const PRESETS = [15, 30, 45, 60, 90, 120].map((minutes) => ({
  value: minutes,
  label: minutes === 90 ? '1.5 hrs' : durationLabel(minutes),
}));

export interface EventTimesDialogProps {
  /** The newest version. A newer one keeps the choices made here. */
  event: EventView;
  /** The event is no longer in the schedule. The choices stay visible. */
  isGone: boolean;
  /** Saved on another day. Called just before the dialog closes. */
  onMoved?: (event: EventView) => void;
  onClose: () => void;
}

const useTimes = (event: EventView, now: number, timeZone: string) => {
  const [first] = useState(() => ({
    when: whenOf(wallClockOf(event.startsAt, timeZone)),
    length: durationText(event.duration),
    repeats: event.repeats ?? null,
  }));
  const [when, setWhen] = useState<When>(first.when);
  const [length, setLength] = useState(first.length);
  const duration = durationOf(length);
  const times = newTimes(event, { when, duration }, { now, timeZone });
  const day = times.start?.date ?? event.date;
  const [repeats, setRule] = useState(first.repeats);
  const isRule = !isSameRule(repeats, first.repeats);
  return {
    ...times,
    when,
    repeats,
    setRule,
    day,
    isRule,
    change: withRule(times, isRule ? repeats : undefined),
    choose: (part: Partial<When>) => setWhen({ ...when, ...part }),
    length,
    setLength,
    duration,
    /** The choice was changed, whether or not it is complete. */
    isTouched: JSON.stringify({ when, length, repeats }) !== JSON.stringify(first),
  };
};

/** `Edit Date & Time`. All times are shown and entered in the viewer's zone. */
export default function EventTimesDialog({ event, isGone, onMoved, onClose }: EventTimesDialogProps) {
  const timeZone = useTimeZone();
  const now = useMinute();
  const times = useTimes(event, now, timeZone);
  const [isSaved, setSaved] = useState(false);
  const saving = useSaveTimes(event, { now, timeZone }, (moved) => {
    setSaved(true);
    if (moved) onMoved?.(moved);
    onClose();
  });
  const { busy, error, question } = saving;
  const { close, question: discarding } = useDiscardQuestion('changes', times.isTouched && !isSaved, onClose);
  // A change made here may take the event out of the list before the answer comes, and before the dialog has closed.
  const isDeleted = isGone && !busy && !isSaved;
  const { onSave, scopes } = useScoped(event, times, { today: localDate(now, timeZone), timeZone }, saving.save);
  return (
    <>
      <Dialog
        open
        onClose={close}
        title="Edit Date & Time"
        sub={event.name}
        className="event-times"
        busy={busy}
        foot={
          <Foot
            error={isDeleted ? 'This event was deleted' : error}
            isSaving={busy}
            disabled={isDeleted || times.change === undefined}
            onCancel={close}
            onSave={onSave}
          />
        }
      >
        <TimesForm event={event} times={times} now={now} timeZone={timeZone} />
      </Dialog>
      {scopes}
      {discarding}
      {question && (
        <ConflictDialog
          {...question}
          kind="moved"
          timeZone={timeZone}
          onCancel={saving.cancel}
          onConfirm={saving.saveAnyway}
        />
      )}
    </>
  );
}

/** Saves the choice, after asking which dates are meant if the event repeats. */
const useScoped = (
  event: EventView,
  times: ReturnType<typeof useTimes>,
  viewer: Pick<MoveProps, 'today' | 'timeZone'>,
  save: (change: TimesChange) => void,
) => {
  const [isAsking, setAsking] = useState(false);
  const { change, isRule } = times;
  const onSave = () => {
    if (event.repeats !== undefined) setAsking(true);
    else if (change !== undefined) save({ ...change, scope: onlyScope(event, isRule) });
  };
  const saveFor = (scope: Scope) => {
    setAsking(false);
    if (change !== undefined) save({ ...change, scope });
  };
  const scopes = isAsking && (
    <ScopeDialog event={event} change={isRule ? 'rule' : 'time'} onChoose={saveFor} onClose={() => setAsking(false)}>
      {!isRule && <Move event={event} span={times.span} {...viewer} />}
    </ScopeDialog>
  );
  return { onSave, scopes };
};

type TimesFormProps = {
  readonly event: EventView;
  readonly times: ReturnType<typeof useTimes>;
  readonly now: number;
  readonly timeZone: string;
};

function TimesForm({ event, times, now, timeZone }: TimesFormProps) {
  const { when, choose } = times;
  const isUnchanged = times.span !== undefined && times.change === undefined;
  return (
    <>
      <DayPicker
        date={when.date}
        today={localDate(now, timeZone)}
        onChange={(date) => choose({ date })}
        groupId={event.groupId}
      />
      <div className="event-times__columns">
        <TimeSlots
          date={when.date}
          time={timeOf(when)}
          onChange={(time) => choose({ custom: fieldsOf(time) })}
          now={now}
          timeZone={timeZone}
        />
        <div className="event-times__side">
          <CustomTimeFields value={when.custom} onChange={(custom) => choose({ custom })} error={times.refusal} />
          <Presets value={times.duration} onChange={(minutes) => times.setLength(durationText(minutes))} />
          <DurationFields
            label="Custom duration"
            value={times.length}
            onChange={times.setLength}
            startsAt={times.startsAt}
            timeZone={timeZone}
          />
          <RepeatsField
            value={times.repeats}
            date={times.day}
            times={timesOfDates(event, times)}
            onChange={times.setRule}
            isKept={!times.isRule}
          />
          <AnswersKept event={event} times={times} today={localDate(now, timeZone)} />
          <Move
            event={isUnchanged ? undefined : event}
            span={times.span}
            today={localDate(now, timeZone)}
            timeZone={timeZone}
          />
        </div>
      </div>
    </>
  );
}

const timesOfDates = (event: EventView, { start, duration }: ReturnType<typeof useTimes>) => {
  if (start === undefined || duration === undefined) return undefined;
  return { time: start.time, timeZone: start.timeZone, duration, except: event._id };
};

/** Says what happens to the answers to an event that begins to repeat. Its creator is going to all dates. */
function AnswersKept({ event, times, today }: Pick<TimesFormProps, 'event' | 'times'> & { today: CalendarDate }) {
  if (event.seriesId !== undefined || times.repeats === null || event.attendance === undefined) return null;
  const { going, maybe, cant, waiting } = event.attendance;
  const others = going + maybe + cant + waiting - 1;
  if (others < 1) return null;
  const day = shortDayBeside(firstDate(times.repeats, times.day), today);
  return <p className="muted">{`${others === 1 ? '1 answer counts' : `${others} answers count`} for ${day} only.`}</p>;
}

interface FootProps {
  error: string | undefined;
  isSaving: boolean;
  disabled: boolean;
  onCancel: () => void;
  onSave: () => void;
}

function Foot({ error, isSaving, disabled, onCancel, onSave }: FootProps) {
  return (
    <>
      {error !== undefined && (
        <span className="spacer">
          <ErrorLine>{error}</ErrorLine>
        </span>
      )}
      <Button disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="primary" disabled={disabled} busyLabel={isSaving && 'Saving...'} onClick={onSave}>
        Save Changes
      </Button>
    </>
  );
}

function Presets({ value, onChange }: { value: number | undefined; onChange: (minutes: number) => void }) {
  const labelId = useId();
  return (
    <div>
      <div className="when__label" id={labelId}>
        Duration
      </div>
      <OptionTiles
        className="event-times__durations"
        labelledBy={labelId}
        options={PRESETS}
        value={value ?? null}
        onChange={onChange}
      />
    </div>
  );
}
