import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import type { CSSProperties, Ref } from 'react';
import { classNames } from '../../../../shared/lib/class-names.ts';
import type { DayClock } from '../layout/day-clock.ts';
import { heightOf } from '../layout/height-of.ts';
import { isLong, minutesOn } from '../layout/pack.ts';
import type { Shown } from '../shown.ts';
import type { Ghost } from './use-drag.ts';
import { overlapText } from './use-moves.ts';
import './drag.css';

type GhostProps = {
  readonly ghost: Ghost;
  readonly shown: Shown;
  readonly ref?: Ref<HTMLDivElement>;
};

/** `Fri, May 15 · 2:30 – 3:15 PM` */
export const spanLabel = ({ startsAt, endsAt }: Ghost['span'], { aloud: { timeZone }, today }: Shown): string =>
  `${shortDayBeside(localDate(startsAt, timeZone), today)} · ${timeRange(startsAt, endsAt, timeZone)}`;

const partOn = (span: Ghost['span'], clock: DayClock) =>
  span.startsAt < clock.endsAt && span.endsAt > clock.startsAt ? minutesOn(span, clock) : undefined;

/** The outline of an event while it is drawn or moved, over the columns of its days. */
export function ColumnGhost({ ghost, shown, ref }: GhostProps) {
  if (isLong(ghost.span)) return null;
  const { clocks } = shown;
  const first = clocks.findIndex((clock) => partOn(ghost.span, clock) !== undefined);
  return clocks.map((clock, index) => {
    const part = partOn(ghost.span, clock);
    if (part === undefined) return null;
    const place: CSSProperties = {
      left: `calc(100% / ${clocks.length} * ${index} + 3px)`,
      width: `calc(100% / ${clocks.length} - 7px)`,
      top: heightOf(part.top),
      height: heightOf(part.bottom - part.top),
    };
    return (
      <div
        key={clock.date}
        ref={index === first ? ref : undefined}
        className={classNames('time-grid__ghost', ghost.event === undefined && 'is-new')}
        data-accent={ghost.event && shown.accentOf(ghost.event.event)}
        style={place}
      >
        {index === first && <Words ghost={ghost} shown={shown} />}
      </div>
    );
  });
}

/** The same in the band, for whole days. */
export function BandGhost({ ghost, shown, ref }: GhostProps) {
  const { clocks } = shown;
  const { startsAt, endsAt } = ghost.span;
  const first = clocks.findIndex((clock) => clock.endsAt > startsAt);
  const last = clocks.findLastIndex((clock) => clock.startsAt < endsAt);
  if (!isLong(ghost.span) || first === -1 || last < first) return null;
  const column = `((100% - var(--gutter)) / ${clocks.length})`;
  return (
    <div
      ref={ref}
      className={classNames('time-grid__ghost', 'time-grid__ghost--band', ghost.event === undefined && 'is-new')}
      data-accent={ghost.event && shown.accentOf(ghost.event.event)}
      style={{
        left: `calc(var(--gutter) + ${column} * ${first} + 3px)`,
        width: `calc(${column} * ${last - first + 1} - 7px)`,
      }}
    >
      <Words ghost={ghost} shown={shown} />
    </div>
  );
}

function Words({ ghost, shown }: Omit<GhostProps, 'ref'>) {
  const { event, span } = ghost;
  const overlap = event && overlapText(span, event.id, shown.events);
  const label = spanLabel(span, shown);
  return (
    <>
      <b dir="auto">{event?.name ?? 'New event'}</b>
      <span>{label}</span>
      {event && (
        <div className="time-grid__tip">
          {label}
          {overlap !== undefined && <small>{overlap}</small>}
        </div>
      )}
    </>
  );
}
