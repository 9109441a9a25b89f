import { weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { DAY_MINUTES } from '@quorum/contracts/time/instant.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useKeptPlace } from '../../../shared/hooks/use-kept-place.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { BandRows } from './band-rows.tsx';
import { DayColumn } from './day-column.tsx';
import { BandGhost, ColumnGhost } from './drag/ghost.tsx';
import { bandOf } from './layout/band.ts';
import { COLUMN_MINUTES, type DayClock, minuteAt } from './layout/day-clock.ts';
import { hourBeside } from './layout/grid-labels.ts';
import { heightOf } from './layout/height-of.ts';
import { pack, piecesOf } from './layout/pack.ts';
import { stopsOf } from './layout/stops.ts';
import type { Shown } from './shown.ts';
import { DragQuestions, type DragsOf, useGridDrags } from './use-grid-drags.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { useNearFirst } from './use-near-first.ts';
import './time-grid.css';

const BAND_ROWS = 3;

/** The list leaves its places at rows. */
const HOUR = 'hour';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Minutes since midnight. */
const MORNING = 7 * 60;

/** The contents of the columns and of the band above them. */
const useLayout = ({ clocks, events }: Shown) => {
  const columns = useMemo(() => clocks.map((clock) => pack(piecesOf(events, clock))), [clocks, events]);
  const band = useMemo(() => bandOf(events, clocks, BAND_ROWS), [clocks, events]);
  const stops = useMemo(
    () =>
      stopsOf(
        clocks.map(({ date }) => date),
        columns,
        band,
      ),
    [clocks, columns, band],
  );
  return { columns, band, stops };
};

/** Opens the grid at an hour before now, or in the morning, and shows an event that was just created. */
const useOpening = (
  grid: RefObject<HTMLElement | null>,
  from: number,
  marked: string | undefined,
  isDrawn: boolean,
): void => {
  const opening = useRef(from);
  useLayoutEffect(() => {
    const { current } = grid;
    const height = current?.querySelector<HTMLElement>('.time-grid__hours')?.offsetHeight ?? 0;
    if (current) current.scrollTop = (opening.current / COLUMN_MINUTES) * height;
  }, [grid]);
  useLayoutEffect(() => {
    if (marked !== undefined && isDrawn)
      grid.current?.querySelector(`[data-event="${marked}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [grid, marked, isDrawn]);
};

/** Returns to the hour that an entry of the history was left at, and to the event that had the focus. */
const usePlace = (grid: RefObject<HTMLElement | null>, isDrawn: boolean) =>
  useKeptPlace(
    () => {
      const { current } = grid;
      const focused = current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
      return current && { row: HOUR, above: current.scrollTop, focused: focused?.dataset.stop ?? '' };
    },
    ({ row, above, focused }) => {
      if (grid.current === null || row !== HOUR) return true;
      grid.current.scrollTop = above;
      grid.current.querySelector<HTMLElement>(`[data-stop="${focused}"]`)?.focus({ preventScroll: true });
      return isDrawn;
    },
  );

type TimeGridProps = Pick<DragsOf, 'calendar' | 'shown' | 'onCreate'>;

/** The events to draw at this minute, with the one that is being dragged. */
const useScene = (grid: RefObject<HTMLElement | null>, { calendar, shown: loaded, onCreate }: TimeGridProps) => {
  const now = useMinute();
  const drags = useGridDrags({ calendar, shown: loaded, grid, now, onCreate });
  const { events, ghost } = drags;
  const shown = useMemo(() => ({ ...loaded, events }), [loaded, events]);
  const layout = useLayout(shown);
  const clock = shown.clocks.find(({ date }) => date === shown.today);
  const minute = clock === undefined ? undefined : minuteAt(clock, now);
  const from = minute === undefined ? MORNING : Math.max(0, minute - 60);
  const hasEvents = layout.columns.some(({ blocks }) => blocks.length > 0);
  const near = useNearFirst(grid, shown.clocks, hasEvents, from);
  const isDrawn = near === undefined;
  useOpening(grid, from, shown.marked, isDrawn);
  const keys = useGridKeys(grid, calendar, layout.stops, from);
  const hint = onCreate && ghost === undefined ? hintOf(shown, minute) : undefined;
  return { ...layout, calendar, now, shown, near, drags, ghost, minute, keys, hint };
};

type SceneProps = { readonly scene: ReturnType<typeof useScene> };

/** One or more days as columns of hours. */
export function TimeGrid(props: TimeGridProps) {
  const grid = useRef<HTMLElement>(null);
  const scene = useScene(grid, props);
  const { shown, ghost, drags } = scene;
  const { tabStop, onKeyDown, onFocus } = scene.keys;
  const place = usePlace(grid, scene.near === undefined);
  const count = shown.clocks.length;
  return (
    <>
      <section
        className={classNames(
          'time-grid',
          count === 1 && 'time-grid--day',
          ghost?.event && 'is-dragging',
          props.onCreate && 'may-draw',
        )}
        aria-label="Events"
        // A box that scrolls must be reachable by keyboard.
        tabIndex={tabStop === undefined ? 0 : -1}
        data-focus-home=""
        ref={grid}
        style={{ '--columns': count } as CSSProperties}
        {...place}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          onFocus(event);
          place.onFocus();
        }}
        {...drags.handlers}
      >
        <Above scene={scene} />
        <Columns scene={scene} />
      </section>
      <DragQuestions {...props} shown={shown} drags={drags} />
    </>
  );
}

/** The days and the band, which stay in view. */
function Above({ scene: { calendar, shown, band, keys, drags, ghost } }: SceneProps) {
  const { clocks, today } = shown;
  return (
    <div className="time-grid__top">
      {clocks.length > 1 && <DayHeads clocks={clocks} today={today} selected={calendar.selected} />}
      <BandRows band={band} shown={shown} tabStop={keys.tabStop} faintId={ghost?.event?.id} movable={drags.movable}>
        {ghost && <BandGhost ghost={ghost} shown={shown} ref={drags.outline} />}
      </BandRows>
    </div>
  );
}

/** What a day is drawn from. It stays the same while nothing of that day changes. */
const ofDay = ({ columns, stops, keys, ghost }: SceneProps['scene'], index: number) => {
  const packed = columns[index] ?? NOTHING;
  const faintId = ghost?.event?.id;
  return {
    packed,
    tabStop: stops[index]?.find(({ key }) => key === keys.tabStop)?.key,
    faintId: packed.blocks.some(({ event }) => event.id === faintId) ? faintId : undefined,
  };
};

function Columns({ scene }: SceneProps) {
  const { shown, near, now, minute, drags, ghost, hint } = scene;
  return (
    <div className="time-grid__body">
      <Hours minute={minute} label={timeLabel(now, shown.aloud.timeZone)} />
      <div className="time-grid__columns">
        {shown.clocks.map((clock, index) => (
          <DayColumn
            key={clock.date}
            clock={clock}
            {...ofDay(scene, index)}
            near={near}
            shown={shown}
            now={now}
            nowMinute={clock.date === shown.today ? minute : undefined}
            movable={drags.movable}
            hintAt={clock.date === hint?.date ? hint.minute : undefined}
          />
        ))}
        {ghost && <ColumnGhost ghost={ghost} shown={shown} ref={drags.outline} />}
      </div>
    </div>
  );
}

/** In days without events: the first free hour, if something can be drawn there. */
const hintOf = ({ clocks, events, today, isPending }: Shown, minute: number | undefined) => {
  const isEmpty = clocks.every(
    ({ date, startsAt, endsAt }) =>
      !isPending(date) && !events.some((event) => event.startsAt < endsAt && event.endsAt > startsAt),
  );
  const first = clocks.find(({ date }) => date >= today);
  if (!isEmpty || first === undefined) return undefined;
  const free = first.date === today && minute !== undefined ? Math.ceil((minute + 1) / 60) * 60 : MORNING + 60;
  return free < DAY_MINUTES ? { date: first.date, minute: free } : undefined;
};

/** The hours beside the columns, and the time. */
function Hours({ minute, label }: { readonly minute: number | undefined; readonly label: string }) {
  return (
    <div className="time-grid__hours" aria-hidden="true">
      {HOURS.map((hour) => (
        <span key={hour}>{hourBeside(hour, minute)}</span>
      ))}
      {minute !== undefined && (
        <time className="time-grid__now-time" style={{ top: heightOf(minute) }}>
          {label}
        </time>
      )}
    </div>
  );
}

const NOTHING = { blocks: [], hidden: [] };

type DayHeadsProps = {
  readonly clocks: readonly DayClock[];
  readonly today: string;
  readonly selected: string | null;
};

/** The lists below are named by their days. */
function DayHeads({ clocks, today, selected }: DayHeadsProps) {
  return (
    <div className="time-grid__heads" aria-hidden="true">
      {clocks.map(({ date }) => (
        <div
          key={date}
          className={classNames(
            'time-grid__head',
            date === today && 'is-today',
            date < today && 'is-past',
            date === selected && 'is-selected',
          )}
        >
          <small>{weekdayShort(date)}</small>
          <b>{Number(date.slice(8))}</b>
        </div>
      ))}
    </div>
  );
}
