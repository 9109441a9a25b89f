import { givenName } from '@quorum/contracts/text/person-name.ts';
import { eventPhase } from '@quorum/contracts/time/event-timing.ts';
import { type CSSProperties, memo } from 'react';
import { avatarOf } from '../../../data/user/person-label.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { Delayed } from '../../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { answerLook } from '../card/answer-look.ts';
import { DayList } from './day-list.tsx';
import type { DayClock } from './layout/day-clock.ts';
import { answerLabel, columnLabel, eventAloud, timesOf } from './layout/grid-labels.ts';
import { heightOf } from './layout/height-of.ts';
import type { Block, Packed } from './layout/pack.ts';
import { keyOfBlock, keyOfHidden } from './layout/stops.ts';
import type { Shown } from './shown.ts';
import type { Hours } from './use-near-first.ts';

type DayColumnProps = {
  readonly clock: DayClock;
  readonly packed: Packed;
  /** The hours whose events are drawn so far; undefined once all are. */
  readonly near: Hours | undefined;
  readonly shown: Shown;
  /** The start of the minute. */
  readonly now: number;
  /** Only for today: the current wall-clock time. */
  readonly nowMinute: number | undefined;
  /** The one element of the column that Tab reaches, if any. */
  readonly tabStop: string | undefined;
  /** The event that is dragged. */
  readonly faintId: string | undefined;
  /** The events that the viewer may drag. */
  readonly movable: ReadonlyMap<string, unknown>;
  /** Where to say that events can be drawn, in minutes since midnight. */
  readonly hintAt: number | undefined;
};

/** The events of a day, each at its time. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { clock, packed, near, shown, now, nowMinute, tabStop, faintId, movable, hintAt } = props;
  const { date, lost } = clock;
  const { blocks, hidden } = packed;
  const count = blocks.length + hidden.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <div className={classNames('time-grid__column', date === shown.today && 'is-today')} data-date={date}>
      {lost && (
        <div className="time-grid__lost" style={{ top: heightOf(lost.from), height: heightOf(lost.to - lost.from) }} />
      )}
      {shown.isPending(date) && <Pending />}
      {hintAt !== undefined && (
        <p className="time-grid__hint" style={{ top: heightOf(hintAt) }}>
          Drag to add an event
        </p>
      )}
      <ul aria-label={columnLabel(date, count)}>
        {blocks.map(
          (block) =>
            isNear(block, near) && (
              <EventBlock
                key={block.event.id}
                block={block}
                clock={clock}
                shown={shown}
                now={now}
                isFaint={block.event.id === faintId}
                isMovable={movable.has(block.event.id)}
                isTabStop={tabStop === keyOfBlock(date, block.event.id)}
              />
            ),
        )}
        {hidden.map(({ top, events }) => (
          <li key={top} className="time-grid__more" style={{ top: heightOf(top) }}>
            <DayList
              events={events}
              date={date}
              shown={shown}
              stop={keyOfHidden(date, top)}
              isTabStop={tabStop === keyOfHidden(date, top)}
              count={events.length}
              isNarrow
            />
          </li>
        ))}
      </ul>
      {nowMinute !== undefined && <i className="time-grid__now" style={{ top: heightOf(nowMinute) }} />}
    </div>
  );
});

const isNear = ({ top, bottom }: Block, near: Hours | undefined): boolean =>
  near === undefined || (bottom > near.from && top < near.to);

const PENDING = [9, 11.5, 15];

/** Once the wait is noticeable. */
function Pending() {
  return (
    <Delayed>
      <div aria-hidden="true">
        {PENDING.map((hour) => (
          <div key={hour} className="time-grid__pending" style={{ top: heightOf(hour * 60) }}>
            <Skeleton width="70%" height={12} />
          </div>
        ))}
      </div>
    </Delayed>
  );
}

const placeOf = ({ top, bottom, lane, lanes, isCut }: Block): CSSProperties => {
  const width = `(100% - ${isCut ? 'var(--more)' : '0px'}) / ${lanes}`;
  return {
    top: heightOf(top),
    // Between neighbors the page shows through.
    height: `calc(${heightOf(bottom - top)} - 2px)`,
    left: `calc(${width} * ${lane})`,
    width: `calc(${width} - 1px)`,
  };
};

type EventBlockProps = Pick<DayColumnProps, 'clock' | 'shown' | 'now'> & {
  readonly block: Block;
  readonly isFaint: boolean;
  readonly isMovable: boolean;
  readonly isTabStop: boolean;
};

const PHASES = { past: 'is-past', happening: 'is-live', upcoming: undefined };

const shapeOf = ({ opensAbove, opensBelow, top, bottom }: Block): string =>
  classNames(
    opensAbove && 'opens-above',
    opensBelow && 'opens-below',
    bottom - top <= 30 && 'is-short',
    bottom - top <= 60 && 'is-mid',
  );

const classesOf = ({ block, shown, now, isFaint, isMovable }: EventBlockProps): string => {
  const { event } = block;
  const look = answerLook(event.event, shown.aloud.isMine);
  return classNames(
    'time-grid__event',
    shapeOf(block),
    look && `is-${look}`,
    PHASES[eventPhase(event, now)],
    event.id === shown.marked && 'is-marked',
    isFaint && 'is-faint',
    isMovable && 'is-movable',
  );
};

/** A text that leaves the order of its neighbors alone, in whatever direction it is read. */
const isolated = (text: string): string => text && `\u2068${text}\u2069`;

const EventBlock = memo(function EventBlock(props: EventBlockProps) {
  const { block, clock, shown, isTabStop, isMovable } = props;
  const { event } = block;
  const { event: view } = event;
  const { isMine } = shown.aloud;
  const facts = [
    timesOf(event, clock),
    isolated(view.location),
    isMine && !view.isMyQEvent && isolated(view.groupName),
    answerLabel(event),
  ];
  return (
    <li>
      <button
        type="button"
        style={placeOf(block)}
        className={classesOf(props)}
        data-accent={shown.accentOf(view)}
        data-lanes={block.lanes}
        data-event={event.id}
        data-stop={keyOfBlock(clock.date, event.id)}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={eventAloud(event, shown.aloud, clock)}
        title={view.name}
        onClick={() => shown.open(event.id)}
      >
        <b dir="auto">{view.name}</b>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {shown.clocks.length === 1 && (
          <span className="time-grid__by">
            <Avatar size={20} {...avatarOf(view.creator)} />
            {givenName(view.creator)}
          </span>
        )}
        {isMovable && !block.opensBelow && <i className="time-grid__edge" data-edge="" />}
      </button>
    </li>
  );
});
