import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { useGroupAccents } from '../../data/group/accent.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useKeptPlace } from '../../shared/hooks/use-kept-place.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { pathOfDay } from '../../shared/lib/addresses.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { CopyLinkButton } from '../../shared/ui/overlays/copy-link-button.tsx';
import type { CardActions } from './card/card-actions.ts';
import { EventCard } from './card/event-card.tsx';
import type { Edits } from './card/use-edits.ts';
import { dayAtTop, openingRow, type Row, rowOfDay } from './list-rows.ts';
import type { Calendar } from './use-calendar.ts';
import { useScrollAnchoring } from './use-scroll-anchoring.ts';

/** The current time, between past and future events. */
export function NowLine({ timeZone }: { timeZone: string }) {
  const label = timeLabel(useNow(), timeZone);
  return (
    <div className="now-line" role="note" aria-label={`Current time, ${label}`}>
      <time>{label}</time>
      <i />
    </div>
  );
}

export interface EventListProps {
  calendar: Calendar;
  rows: readonly Row[];
  edits: Edits;
  actions: CardActions;
}

const CARD_HEIGHT = 112;

/** Index of the header that stays at the top of the list. */
const StickyContext = createContext(-1);

/** Days, events and the current-time line. Renders only the rows near the window, so years of events stay smooth. */
export function EventList({ calendar, rows: newest, edits, actions }: EventListProps) {
  const { timeZone, groupId } = calendar;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { rows, isAbove } = useScrollAnchoring(list, newest);
  const viewerId = useAppSelector(selectUserId);
  const accentOf = useGroupAccents();
  const [topDay, setTopDay] = useState<string>();
  const isJumping = useJumps(list, rows === newest ? rows : undefined, calendar);
  const { isReading, focusedId, handlers } = usePlace(scroller, list, rows, isJumping);
  const { sticky, kept } = useDrawnRows(rows, topDay, edits.ids, focusedId);
  const onScroll = (offset: number) => {
    if (list.current === null) return;
    const day = dayAtTop(rows, list.current, offset);
    setTopDay(day);
    if (day !== undefined && isReading()) calendar.follow(day);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="schedule" aria-label="Events" tabIndex={0} data-focus-home="" ref={scroller} {...handlers}>
      <div className="day">
        <StickyContext value={sticky}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            data={rows}
            itemSize={CARD_HEIGHT}
            keepMounted={kept}
            shift={isAbove}
            item={ListItem}
            onScroll={onScroll}
          >
            {(row, index) => (
              <div key={row.key} className={classNames('row', `row--${row.kind}`, index === 0 && 'row--top')}>
                {row.kind === 'event' ? (
                  <EventCard
                    timed={row.event}
                    rowKey={row.key}
                    date={row.date}
                    timeZone={timeZone}
                    viewerId={viewerId}
                    accent={groupId === MY_SCHEDULE ? accentOf(row.event.event.groupId) : undefined}
                    overlapCount={row.overlaps?.count}
                    overlapNames={row.overlaps?.names}
                    isZoneKnown={row.isZoneKnown}
                    marked={row.key === calendar.marked}
                    expanded={edits.isExpanded(row.key)}
                    edit={edits.of(row.event.id)}
                    actions={actions}
                  />
                ) : (
                  <Between row={row} calendar={calendar} />
                )}
              </div>
            )}
          </Virtualizer>
        </StickyContext>
      </div>
    </section>
  );
}

/** A row between the events. */
function Between({ row, calendar }: { row: Exclude<Row, { kind: 'event' }>; calendar: Calendar }) {
  switch (row.kind) {
    case 'day':
      return <DayHead row={row} groupId={calendar.groupId} />;
    case 'now':
      return <NowLine timeZone={calendar.timeZone} />;
    case 'nothing':
      return <p className="day__nothing">Nothing today</p>;
    case 'week':
      return (
        <p className="day__nothing day__nothing--week" role="status" dir="auto">
          {row.text}
        </p>
      );
  }
}

/** The key of its row is the day. */
function DayHead({ row, groupId }: { row: Extract<Row, { kind: 'day' }>; groupId: string }) {
  return (
    <header className="day__head">
      <h2>{row.header}</h2>
      {row.detail && <span>{row.detail}</span>}
      {row.city && <span>{`Set in ${row.city} time`}</span>}
      <CopyLinkButton
        size="sm"
        className="day__link"
        label="Copy link to this day"
        path={pathOfDay(groupId, row.key)}
      />
    </header>
  );
}

const stickyRow = (rows: readonly Row[], topDay: string | undefined): number => {
  const index = rows.findIndex((row) => row.key === topDay);
  return index === -1 && rows[0]?.kind === 'day' ? 0 : index;
};

/** Rows that stay rendered wherever the list is: these events, and the header at the top. */
const keptRows = (rows: readonly Row[], ids: readonly string[], sticky: number): number[] => {
  const wanted = new Set(ids);
  const indexes = rows.flatMap((row, index) => (row.kind === 'event' && wanted.has(row.event.id) ? [index] : []));
  return sticky === -1 ? indexes : [...indexes, sticky].sort((a, b) => a - b);
};

const useDrawnRows = (
  rows: readonly Row[],
  topDay: string | undefined,
  editedIds: readonly string[],
  focusedId: string,
) => {
  const sticky = useMemo(() => stickyRow(rows, topDay), [rows, topDay]);
  const kept = useMemo(() => keptRows(rows, [...editedIds, focusedId], sticky), [rows, editedIds, focusedId, sticky]);
  return { sticky, kept };
};

/** Opens the list at today, and scrolls to a shown week and to an event that was just created here. */
const useJumps = (
  list: RefObject<VirtualizerHandle | null>,
  /** Undefined while the list is on its way to other rows. */
  rows: readonly Row[] | undefined,
  { goTo, marked, today }: Calendar,
): RefObject<boolean> => {
  const isJumping = useRef(true);
  const markedRow = marked === undefined ? -1 : (rows?.findIndex(({ key }) => key === marked) ?? -1);
  useLayoutEffect(() => {
    if (markedRow >= 0) list.current?.scrollToIndex(markedRow, { align: 'nearest' });
  }, [list, markedRow]);
  const opening = useRef({ rows: rows ?? [], today });
  useLayoutEffect(() => {
    const index = openingRow(opening.current.rows, opening.current.today);
    if (index > 0) list.current?.scrollToIndex(index, { align: 'start' });
  }, [list]);
  const done = useRef<Calendar['goTo']>(undefined);
  useLayoutEffect(() => {
    if (goTo === undefined || rows === undefined || goTo === done.current) return;
    done.current = goTo;
    isJumping.current = true;
    list.current?.scrollToIndex(rowOfDay(rows, goTo.date), { align: 'start' });
  }, [list, rows, goTo]);
  return isJumping;
};

/** The event that has the focus. */
const focusedIn = (scroller: HTMLElement | null): string | undefined => {
  const focused = scroller?.contains(document.activeElement) ? document.activeElement : null;
  return focused?.closest<HTMLElement>('[data-event]')?.dataset.event;
};

/** Frames in which a row that is drawn is measured. Until then it is hidden, and takes no focus. */
const FRAMES = 10;

/** Gives the focus back to an event, whose row is then drawn wherever it is. */
const useRefocused = (scroller: RefObject<HTMLElement | null>) => {
  const [id, setId] = useState('');
  useEffect(() => {
    let frame = 0;
    const focus = (left: number) => {
      const card = id === '' || left === 0 ? undefined : scroller.current?.querySelector(`[data-event="${id}"]`);
      card?.querySelector<HTMLElement>('.event-row__toggle')?.focus({ preventScroll: true });
      if (card && !card.contains(document.activeElement)) frame = requestAnimationFrame(() => focus(left - 1));
    };
    focus(FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [scroller, id]);
  return [id, setId] as const;
};

/** Returns to the row that an entry of the history was left at. */
const usePlace = (
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  rows: readonly Row[],
  isJumping: RefObject<boolean>,
) => {
  const [focusedId, refocus] = useRefocused(scroller);
  const handlers = useKeptPlace(
    () => {
      if (list.current === null) return null;
      const { scrollOffset } = list.current;
      const index = list.current.findItemIndex(scrollOffset);
      const above = scrollOffset - list.current.getItemOffset(index);
      return { row: rows[index]?.key ?? '', above, focused: focusedIn(scroller.current) ?? '' };
    },
    ({ row, above, focused }) => {
      const index = rows.findIndex(({ key }) => key === row);
      if (index === -1) return !isJumping.current;
      // The days follow.
      isJumping.current = false;
      list.current?.scrollToIndex(index, { align: 'start', offset: above });
      refocus(focused);
      return true;
    },
  );
  return { isReading: useReading(scroller, isJumping), focusedId, handlers };
};

/** Tells scrolling by the reader from jumps: at the end of the list, a jump does not reach its week. */
const useReading = (scroller: RefObject<HTMLElement | null>, isJumping: RefObject<boolean>): (() => boolean) => {
  useEffect(() => {
    const begin = () => {
      isJumping.current = false;
    };
    const target = scroller.current;
    for (const kind of READING) target?.addEventListener(kind, begin, { passive: true });
    return () => {
      for (const kind of READING) target?.removeEventListener(kind, begin);
    };
  }, [scroller, isJumping]);
  return () => !isJumping.current;
};

const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

function ListItem({ style, index, children, ref }: CustomItemComponentProps) {
  const sticky = useContext(StickyContext) === index;
  return (
    <div ref={ref} style={sticky ? { ...style, position: 'sticky', top: 0, zIndex: 2 } : style}>
      {children}
    </div>
  );
}
