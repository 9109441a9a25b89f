import type { ConflictsView } from '@quorum/contracts/entry/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { monthDayBeside, shortDayBeside, weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { durationLabel, timeLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, useId, useRef } from 'react';
import { useGroupAccents } from '../../../data/group/accent.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { type Block, type Drawing, drawingOf } from './conflict-lanes.ts';
import './conflicts.css';

const WORDS = {
  new: { caption: 'New event', confirm: 'Create Anyway' },
  moved: { caption: 'Moved event', confirm: 'Move Anyway' },
  restored: { caption: 'Restored event', confirm: 'Restore Anyway' },
};

export interface ConflictDialogProps {
  event: {
    readonly name: string;
    readonly groupName: string;
    readonly groupId: string;
    readonly startsAt: number;
    readonly duration: number;
  };
  conflicts: ConflictsView;
  kind: keyof typeof WORDS;
  timeZone: string;
  onCancel: () => void;
  onConfirm: () => void;
}

type Entry = Block & {
  readonly id: string;
  readonly name: string;
  readonly when: string;
  readonly groupName: string;
  readonly createdBy: string | undefined;
  readonly accent: AccentName;
};

/** `May 14, 10:00 PM – May 15, 1:00 AM` when the end is on another day, otherwise only the times. */
const rangeWithDays = (startsAt: number, endsAt: number, today: CalendarDate, timeZone: string): string => {
  if (localDate(startsAt, timeZone) === localDate(endsAt, timeZone)) return timeRange(startsAt, endsAt, timeZone);
  const withDay = (moment: number) =>
    `${monthDayBeside(localDate(moment, timeZone), today)}, ${timeLabel(moment, timeZone)}`;
  return `${withDay(startsAt)} – ${withDay(endsAt)}`;
};

/** The new event and the events it overlaps, as drawn. */
const useEntries = ({ event, conflicts: { conflicts }, timeZone }: ConflictDialogProps, today: CalendarDate) => {
  const accentOf = useGroupAccents();
  const whenText = (startsAt: number, endsAt: number, duration: number) =>
    `${rangeWithDays(startsAt, endsAt, today, timeZone)} · ${durationLabel(duration)}`;
  const endsAt = event.startsAt + event.duration * MINUTE_MS;
  const added: Entry = {
    id: 'new',
    name: event.name,
    startsAt: event.startsAt,
    endsAt,
    when: whenText(event.startsAt, endsAt, event.duration),
    groupName: event.groupName,
    createdBy: undefined,
    accent: accentOf(event.groupId),
  };
  const known = conflicts.map((conflict): Entry => {
    const [from, to] = [Date.parse(conflict.startsAt), Date.parse(conflict.endsAt)];
    return {
      id: conflict._id,
      name: conflict.maybe ? `Maybe: ${conflict.name}` : conflict.name,
      startsAt: from,
      endsAt: to,
      when: whenText(from, to, conflict.duration),
      groupName: conflict.groupName || 'Personal',
      createdBy: `${conflict.createdBy.firstName} ${conflict.createdBy.lastName}`.trim() || undefined,
      accent: accentOf(conflict.groupId),
    };
  });
  // In the order of the schedule.
  return { added, known: known.toSorted(byStartThenName) };
};

/** The events that the new one would overlap: drawn to scale where that is readable, otherwise as a list. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { event, conflicts, kind, timeZone, onCancel, onConfirm } = props;
  const { caption, confirm } = WORDS[kind];
  const cancel = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const today = localDate(useMinute(), timeZone);
  const { added, known } = useEntries(props, today);
  const drawing = drawingOf(added, known, timeZone);
  const { occurrences } = conflicts;
  const total = conflicts.total ?? known.length;
  const many = counted(total, 'event');
  return (
    <Dialog
      open
      onClose={onCancel}
      role="alertdialog"
      describedBy={textId}
      title="Schedule Conflict"
      closeButton={false}
      className="conflict"
      initialFocus={cancel}
      foot={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <span className="conflict__icon">
        <TriangleAlert className="i i--lg" />
      </span>
      <p className="conflict__sub" id={textId}>
        {occurrences
          ? `${event.name} overlaps on ${occurrences.total} of its first ${occurrences.checked} dates.`
          : `${event.name} overlaps with ${many} on ${weekdayMonthDayBeside(localDate(event.startsAt, timeZone), today)}.`}
      </p>
      {occurrences ? (
        <Dates {...occurrences} today={today} />
      ) : drawing ? (
        <Lanes {...{ drawing, caption, added, known }} />
      ) : (
        <List {...{ caption, added, known }} />
      )}
      {total > known.length && <p className="conflict__sub">{`Showing the first ${known.length}.`}</p>}
    </Dialog>
  );
}

type DatesProps = Pick<NonNullable<ConflictsView['occurrences']>, 'dates'> & { readonly today: CalendarDate };

/** The dates of a rule that overlap something, each with the first of it. */
function Dates({ dates, today }: DatesProps) {
  return (
    <ul className="conflict__dates" aria-label="Dates that overlap">
      {dates.map(({ date, conflict }) => (
        <li key={date}>
          <span>{shortDayBeside(date, today)}</span>
          <span className="cut" dir="auto">
            {conflict.maybe ? `Maybe: ${conflict.name}` : conflict.name}
          </span>
        </li>
      ))}
    </ul>
  );
}

type ListProps = { readonly caption: string; readonly added: Entry; readonly known: readonly Entry[] };

function Lanes({ drawing, caption, added, known }: ListProps & { readonly drawing: Drawing<Entry> }) {
  const { top } = drawing;
  const box = (block: Block) => ({ top: top(block.startsAt), height: top(block.endsAt) - top(block.startsAt) });
  const width = 100 / drawing.columns;
  return (
    <>
      <div className="lanes__caption">
        <span />
        <span>{caption}</span>
        <span />
        <span>Already scheduled</span>
      </div>
      <div className="lanes" style={{ height: drawing.height }}>
        {drawing.marks.map((mark) => (
          <i key={mark.at} className="lanes__line" style={{ top: mark.top }} />
        ))}
        <div className="lanes__hours" aria-hidden="true">
          {drawing.marks.map((mark) => (
            <time key={mark.at} style={{ top: mark.top }}>
              {mark.label}
            </time>
          ))}
        </div>
        <div className="lane">
          <EntryBlock entry={added} className="lanes__block lanes__block--new" style={box(added)} />
        </div>
        <div className="lanes__middle">
          {known.map((entry) => {
            const startsAt = Math.max(entry.startsAt, added.startsAt);
            const endsAt = Math.min(entry.endsAt, added.endsAt);
            return (
              <span key={entry.id} className="lanes__clash" style={box({ startsAt, endsAt })}>
                <b>{durationLabel(Math.round((endsAt - startsAt) / MINUTE_MS))}</b>
              </span>
            );
          })}
        </div>
        <div className="lane">
          {known.map((entry) => (
            <EntryBlock
              key={entry.id}
              entry={entry}
              className="lanes__block"
              style={{
                ...box(entry),
                left: `${drawing.columnOf(entry) * width}%`,
                right: `${100 - (drawing.columnOf(entry) + 1) * width}%`,
              }}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function List({ caption, added, known }: ListProps) {
  return (
    <div className="conflict__list">
      <h3>{caption}</h3>
      <EntryBlock entry={added} className="lanes__block lanes__block--new" />
      <h3>Already scheduled</h3>
      {known.map((entry) => (
        <EntryBlock key={entry.id} entry={entry} className="lanes__block" />
      ))}
    </div>
  );
}

function EntryBlock({ entry, className, style }: { entry: Entry; className: string; style?: CSSProperties }) {
  return (
    <article className={className} style={style} data-accent={entry.accent}>
      <b className="cut" dir="auto">
        {entry.name}
      </b>
      <span className="cut">{entry.when}</span>
      <span className="cut" dir="auto">
        {entry.groupName}
      </span>
      {entry.createdBy !== undefined && <span className="cut">Created by {entry.createdBy}</span>}
    </article>
  );
}
