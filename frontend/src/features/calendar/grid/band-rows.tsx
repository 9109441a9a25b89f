import { counted } from '@quorum/contracts/text/counted.ts';
import { eventPhase } from '@quorum/contracts/time/event-timing.ts';
import type { ReactNode } from 'react';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { answerLook } from '../card/answer-look.ts';
import { DayList } from './day-list.tsx';
import type { Band, Bar } from './layout/band.ts';
import { answerLabel, eventAloud } from './layout/grid-labels.ts';
import { keyOfBlock, keyOfHidden } from './layout/stops.ts';
import type { Shown } from './shown.ts';
import './event-bar.css';

type BandRowsProps = {
  readonly band: Band;
  readonly shown: Shown;
  readonly tabStop: string | undefined;
  readonly faintId: string | undefined;
  readonly movable: ReadonlyMap<string, unknown>;
  /** The event that is drawn or moved. */
  readonly children: ReactNode;
};

const countLabel = (count: number): string => `All day, ${counted(count, 'event')}`;

/** Events of a day or longer, above the hours. */
export function BandRows({ band, shown, tabStop, faintId, movable, children }: BandRowsProps) {
  const { bars, hidden, rows } = band;
  return (
    <div className="time-grid__band">
      <span className="time-grid__band-label" aria-hidden="true">
        All day
      </span>
      <ul aria-label={countLabel(bars.length)}>
        {bars.map((bar) => (
          <BarItem
            key={bar.event.id}
            bar={bar}
            shown={shown}
            tabStop={tabStop}
            isFaint={bar.event.id === faintId}
            isMovable={movable.has(bar.event.id)}
          />
        ))}
        {hidden.map((events, index) => {
          const { date = '' } = shown.clocks[index] ?? {};
          const stop = keyOfHidden(date, -1);
          return (
            events.length > 0 && (
              <li key={date} style={{ gridColumn: index + 2, gridRow: rows + 1 }}>
                <DayList
                  events={events}
                  date={date}
                  shown={shown}
                  stop={stop}
                  isTabStop={tabStop === stop}
                  count={events.length}
                />
              </li>
            )
          );
        })}
      </ul>
      {children}
    </div>
  );
}

export const barClasses = (bar: Bar, shown: Shown, now: number): string => {
  const look = answerLook(bar.event.event, shown.aloud.isMine);
  return classNames(
    'event-bar',
    look && `is-${look}`,
    eventPhase(bar.event, now) === 'past' && 'is-past',
    bar.opensBefore && 'opens-before',
    bar.opensAfter && 'opens-after',
    bar.event.id === shown.marked && 'is-marked',
  );
};

type BarItemProps = Pick<BandRowsProps, 'shown' | 'tabStop'> & {
  readonly bar: Bar;
  readonly isFaint: boolean;
  readonly isMovable: boolean;
};

function BarItem({ bar, shown, tabStop, isFaint, isMovable }: BarItemProps) {
  const { event, first, last, row } = bar;
  const stop = keyOfBlock(shown.clocks[first]?.date ?? '', event.id);
  const answer = answerLabel(event);
  const now = useMinute();
  return (
    <li style={{ gridColumn: `${first + 2} / ${last + 3}`, gridRow: row + 1 }}>
      <button
        type="button"
        className={classNames(barClasses(bar, shown, now), isFaint && 'is-faint', isMovable && 'is-movable')}
        data-accent={shown.accentOf(event.event)}
        data-event={event.id}
        data-stop={stop}
        tabIndex={tabStop === stop ? 0 : -1}
        aria-label={eventAloud(event, shown.aloud)}
        title={event.name}
        onClick={() => shown.open(event.id)}
      >
        <b dir="auto">{event.name}</b>
        {answer !== undefined && <span>{answer}</span>}
      </button>
    </li>
  );
}
