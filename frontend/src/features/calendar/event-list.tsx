import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { useGroupAccents } from '../../data/group/accent.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { classNames } from '../../shared/lib/class-names.ts';
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
  /** The day whose header is at the top, once the list was scrolled. */
  topDay: string | undefined;
  onTopDay: (day: string | undefined) => void;
}

const CARD_HEIGHT = 66;

/** Index of the header that stays at the top of the list. */
const StickyContext = createContext(-1);

/** Days, events and the current-time line. Renders only the rows near the window, so years of events stay smooth. */
export function EventList({ calendar, rows: newest, edits, actions, topDay, onTopDay }: EventListProps) {
  const { timeZone, groupId } = calendar;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { rows, isAbove } = useScrollAnchoring(list, newest);
  const viewerId = useAppSelector(selectUserId);
  const accentOf = useGroupAccents();
  const sticky = useMemo(() => {
    const index = rows.findIndex((row) => row.key === topDay);
    return index === -1 && rows[0]?.kind === 'day' ? 0 : index;
  }, [rows, topDay]);
  const kept = useMemo(() => keptRows(rows, edits.ids, sticky), [rows, edits.ids, sticky]);
  useScrolling(list, rows, calendar);
  useEffect(() => () => onTopDay(undefined), [onTopDay]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="schedule" aria-label="Events" tabIndex={0} data-focus-home="" ref={scroller}>
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
            onScroll={(offset) => list.current && onTopDay(dayAtTop(rows, list.current, offset))}
          >
            {(row, index) => (
              <div key={row.key} className={classNames('row', `row--${row.kind}`, index === 0 && 'row--top')}>
                {row.kind === 'day' && <DayHead header={row.header} detail={row.detail} />}
                {row.kind === 'now' && <NowLine timeZone={timeZone} />}
                {row.kind === 'nothing' && <p className="day__nothing">Nothing today</p>}
                {row.kind === 'event' && (
                  <EventCard
                    timed={row.event}
                    rowKey={row.key}
                    date={row.date}
                    timeZone={timeZone}
                    viewerId={viewerId}
                    accent={groupId === MY_SCHEDULE ? accentOf(row.event.event.groupId) : undefined}
                    overlaps={row.overlaps}
                    marked={row.key === calendar.marked}
                    expanded={edits.isExpanded(row.key)}
                    edit={edits.of(row.event.id)}
                    actions={actions}
                  />
                )}
              </div>
            )}
          </Virtualizer>
        </StickyContext>
      </div>
    </section>
  );
}

function DayHead({ header, detail }: Pick<Extract<Row, { kind: 'day' }>, 'header' | 'detail'>) {
  return (
    <header className="day__head">
      <h2>{header}</h2>
      {detail && <span>{detail}</span>}
    </header>
  );
}

/** Rows that stay rendered wherever the list is: edited events, and the header at the top. */
const keptRows = (rows: readonly Row[], editedIds: readonly string[], sticky: number): number[] => {
  const edited = new Set(editedIds);
  const indexes =
    edited.size === 0
      ? []
      : rows.flatMap((row, index) => (row.kind === 'event' && edited.has(row.event.id) ? [index] : []));
  return sticky === -1 ? indexes : [...indexes, sticky].sort((a, b) => a - b);
};

/** Opens the list at today, and scrolls to a chosen week and to an event that was just created here. */
const useScrolling = (
  list: RefObject<VirtualizerHandle | null>,
  rows: readonly Row[],
  { goTo, marked, today }: Calendar,
): void => {
  const markedRow = marked === undefined ? -1 : rows.findIndex(({ key }) => key === marked);
  useLayoutEffect(() => {
    if (markedRow >= 0) list.current?.scrollToIndex(markedRow, { align: 'nearest' });
  }, [list, markedRow]);
  const opening = useRef({ rows, today });
  useLayoutEffect(() => {
    const index = openingRow(opening.current.rows, opening.current.today);
    if (index > 0) list.current?.scrollToIndex(index, { align: 'start' });
  }, [list]);
  const shownRows = useRef(rows);
  shownRows.current = rows;
  useLayoutEffect(() => {
    if (goTo !== undefined) list.current?.scrollToIndex(rowOfDay(shownRows.current, goTo.date), { align: 'start' });
  }, [list, goTo]);
};

function ListItem({ style, index, children, ref }: CustomItemComponentProps) {
  const sticky = useContext(StickyContext) === index;
  return (
    <div ref={ref} style={sticky ? { ...style, position: 'sticky', top: 0, zIndex: 2 } : style}>
      {children}
    </div>
  );
}
