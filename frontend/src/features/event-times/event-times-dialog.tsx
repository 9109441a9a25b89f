import { monthDay, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { eventPhase } from '@quorum/contracts/time/event-timing.ts';
import { isoInstant, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { durationLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import { wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '../../entities/api/api-error.ts';
import { useChangeEventMutation } from '../../entities/calendar-entry/event-api.ts';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { CustomTimeFields } from '../../entities/calendar-entry/when/custom-time-fields.tsx';
import { DayPicker } from '../../entities/calendar-entry/when/day-picker.tsx';
import { DurationFields, durationOf, durationText } from '../../entities/calendar-entry/when/duration-fields.tsx';
import { TimeSlots } from '../../entities/calendar-entry/when/time-slots.tsx';
import {
  checkWhen,
  fieldsOf,
  shownOnClock,
  spanOfChoice,
  timeOf,
  type When,
  whenOf,
} from '../../entities/calendar-entry/when/when.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { OptionTiles } from '../../shared/ui/option-tiles.tsx';
import './event-times.css';

const PRESETS = [15, 30, 45, 60, 90, 120].map((minutes) => ({ value: minutes, label: durationLabel(minutes) }));

export interface EventTimesDialogProps {
  /** In its newest version: what is chosen here stays when another version arrives. */
  event: EventView;
  onClose: () => void;
}

/** `Edit Date & Time`. Everything is shown, and meant, in the viewer's zone. */
export default function EventTimesDialog({ event, onClose }: EventTimesDialogProps) {
  const timeZone = useTimeZone();
  const now = useMinute();
  const durationId = useId();
  const shown = wallClockOf(event.startsAt, timeZone);
  const [when, setWhen] = useState<When>(() => whenOf(shown));
  const [length, setLength] = useState(() => durationText(event.duration));
  const [change, { isLoading, error }] = useChangeEventMutation();

  const duration = durationOf(length);
  const start = shownOnClock(when, timeZone);
  const sameStart = start !== undefined && start.date === shown.date && start.time === shown.time;
  // What is not moved stays as it was meant, in its own zone; so does a time that the clocks show twice.
  const meant = sameStart ? { date: event.date, time: event.time, timeZone: event.timeZone } : { ...start, timeZone };
  const span = sameStart ? lasting(event.startsAt, duration) : spanOfChoice(when, duration, timeZone);
  const checked = checkWhen(when, now, timeZone);
  // An event that has begun may be made longer or shorter without being moved.
  const mayStayPut = sameStart && eventPhase(event, now) === 'happening';
  const refusal = checked.ok || mayStayPut ? undefined : checked.error;
  const valid = refusal === undefined && span !== undefined;

  const save = async () => {
    if (!valid || duration === undefined) return;
    const answer = await change({ eventId: event._id, change: { ...meant, duration } });
    if (answer.error === undefined) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Date & Time"
      sub={event.name}
      className="edt"
      busy={isLoading}
      foot={
        <>
          {error && (
            <span className="spacer">
              <ErrorLine>{errorText(error, 'Failed to update event')}</ErrorLine>
            </span>
          )}
          <Button disabled={isLoading} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!valid} busyLabel={isLoading && 'Saving...'} onClick={() => void save()}>
            Save Changes
          </Button>
        </>
      }
    >
      <DayPicker
        date={when.date}
        today={localDate(now, timeZone)}
        onChange={(date) => setWhen({ ...when, date })}
        groupId={event.groupId}
      />
      <div className="edt__cols">
        <TimeSlots
          date={when.date}
          time={timeOf(when)}
          onChange={(time) => setWhen({ ...when, custom: fieldsOf(time) })}
          now={now}
          timeZone={timeZone}
        />
        <div className="edt__side">
          <CustomTimeFields value={when.custom} onChange={(custom) => setWhen({ ...when, custom })} error={refusal} />
          <div>
            <div className="when__label">
              <span id={durationId}>Duration</span>
            </div>
            <OptionTiles
              className="edt__durs"
              labelledBy={durationId}
              options={PRESETS}
              value={duration ?? null}
              onChange={(minutes) => setLength(durationText(minutes))}
            />
          </div>
          <DurationFields label="Custom duration" value={length} onChange={setLength} />
          <Move event={event} span={valid ? span : undefined} timeZone={timeZone} />
        </div>
      </div>
    </Dialog>
  );
}

const lasting = (startsAt: string, minutes: number | undefined): Span | undefined =>
  minutes === undefined ? undefined : { startsAt, endsAt: isoInstant(Date.parse(startsAt) + minutes * MINUTE_MS) };

type Span = { readonly startsAt: string; readonly endsAt: string };

const dayOf = (moment: string, timeZone: string): string => {
  const date = localDate(moment, timeZone);
  return `${weekdayShort(date)}, ${monthDay(date)}`;
};

/** What was, and what will be. */
function Move({ event, span, timeZone }: { event: Span; span: Span | undefined; timeZone: string }) {
  return (
    <div className="move" aria-live="polite">
      <div>
        <small>Was</small>
        <del>{dayOf(event.startsAt, timeZone)}</del>
        <del>{timeRange(event.startsAt, event.endsAt, timeZone)}</del>
      </div>
      <ArrowRight className="i" aria-hidden="true" />
      <div>
        <small>Now</small>
        {span ? (
          <>
            <b>{dayOf(span.startsAt, timeZone)}</b>
            <b>{timeRange(span.startsAt, span.endsAt, timeZone)}</b>
          </>
        ) : (
          <b className="move__open">Choose another time</b>
        )}
      </div>
    </div>
  );
}
