import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '../../../data/message/reading/reading-slice.ts';
import { useUnread } from '../../../data/message/reading/use-unread.ts';
import { keepVisit } from '../../../data/message/reading/visits.ts';
import { badgeCount } from '../../../shared/lib/badge-count.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx';
import { useChatContext } from '../chat-context.ts';
import type { ChatLine } from '../chat-lines.ts';
import { type ChatRow, hasMessage, isFoldOfEvents, messagesOf } from '../chat-rows.ts';
import { MessageRow } from '../message/message-row.tsx';
import type { Target } from './scroll-controller.ts';
import type { Opening } from './use-opening.ts';
import { usePaging } from './use-paging.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRows } from './use-rows.ts';
import { useScroll } from './use-scroll.ts';
import './message-list.css';

export type MessageListHandle = {
  /**
   * Shows a message in the middle and focuses it; one that is not loaded once it is, unless the reader moves the list
   * before. @returns whether it is loaded.
   */
  readonly show: (messageId: string) => boolean;
  /** Returns to a place, and to the message that had the focus there. @returns whether the place is loaded. */
  readonly comeBack: (place: Place, focusedId: string | null) => boolean;
  /** Whether the message will be shown once it is loaded. */
  readonly awaits: (messageId: string) => boolean;
  readonly toEnd: () => void;
  readonly focusLast: () => void;
};

export interface MessageListProps {
  groupId: string;
  lines: readonly ChatLine[];
  timeZone: string;
  opening: Opening;
  hasMoreBefore: boolean;
  hasMoreAfter: boolean;
  firstNew: string | undefined;
  /** The last message that was read, when the first new one is above the loaded messages. */
  readFurtherUp: string | undefined;
  onAtEnd: (atEnd: boolean) => void;
  /** Leads to the newest message. */
  onNewest: () => void;
  /** Leads to a message that is not loaded. */
  onFar: (messageId: string) => void;
  onLeave: () => void;
  ref: Ref<MessageListHandle>;
}

type Scroll = ReturnType<typeof useScroll>;
type Rows = ReturnType<typeof useRows>;

/** The messages. Only those near the window are drawn. */
export function MessageList(props: MessageListProps) {
  const { groupId, lines, opening, hasMoreAfter, firstNew, readFurtherUp, onAtEnd, onNewest } = props;
  const { rows, fold } = useRows(props);
  const area = useRef<HTMLDivElement>(null);
  const onMove = () => {
    loadMore();
    lookForNew();
  };
  const scroll = useScroll({ groupId, rows, reachesNewest: !hasMoreAfter, begin: opening.place, onMove });
  // After the list is where it belongs, which decides whether more is needed.
  const { isLoadingOlder, look: loadMore } = usePaging(props, lines, area);
  const { newAbove, look: lookForNew } = useNewAbove(firstNew, scroll.sideOf);
  const reach = useReach({ rows, fold }, scroll, props);
  const fresh = useFresh(lines, scroll.drawn.isAtEnd);
  const isAtNewest = scroll.drawn.isAtEnd && !hasMoreAfter;
  useLayoutEffect(() => onAtEnd(isAtNewest), [isAtNewest, onAtEnd]);
  const keep = () => keepVisit({ place: scroll.place() ?? null, focusedId: rowWithFocus(area.current) ?? null });

  const rowAt = (index: number): ReactNode => {
    const row = rows[index];
    return (
      row && (
        <div key={row.message._id} className="chat__col chat__row" data-list-row={row.message._id}>
          <MessageRow
            row={row}
            previous={lastMessageOf(rows[index - 1])}
            isFirstNew={row.message._id === firstNew}
            tabStop={within(row, reach.tabStop)}
            markedId={within(row, reach.markedId)}
            isFresh={fresh.has(row.message._id)}
            onFold={fold}
          />
        </div>
      )
    );
  };

  return (
    <div className="chat__frame">
      <div
        className="chat__scroll"
        role="log"
        // Rows come and go while scrolling. New messages are announced beside the list.
        aria-live="off"
        aria-label="Messages"
        ref={area}
        onKeyDown={reach.onKeyDown}
        onFocus={(event) => {
          reach.onFocus(event);
          keep();
        }}
        onBlur={keep}
        onScrollEnd={keep}
      >
        <div className="chat__push" />
        <div ref={scroll.list}>{withGaps(drawnIndexes(scroll, reach.kept), rows.length, rowAt, scroll.extentOf)}</div>
      </div>
      {isLoadingOlder && <LoadingOlder />}
      {(newAbove || readFurtherUp !== undefined) && <JumpToNew onClick={reach.toNew} />}
      {!isAtNewest && <JumpToNewest onClick={onNewest} />}
    </div>
  );
}

/** The message whose row holds the focus. */
const rowWithFocus = (area: Element | null): string | undefined =>
  area?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    : undefined;

const drawnIndexes = ({ drawn: { from, to } }: Scroll, kept: readonly number[]): readonly number[] => {
  const near = Array.from({ length: to - from }, (_, at) => from + at);
  return [...new Set([...near, ...kept])].sort((a, b) => a - b);
};

/** Rows that are not drawn leave a gap of their height. */
const withGaps = (
  indexes: readonly number[],
  count: number,
  rowAt: (index: number) => ReactNode,
  extentOf: Scroll['extentOf'],
): readonly ReactNode[] => {
  const gap = (from: number, to: number) =>
    from < to ? [<div key={`gap ${from}`} style={{ height: extentOf(from, to) }} />] : [];
  const drawn = indexes.flatMap((index, at) => [...gap((indexes[at - 1] ?? -1) + 1, index), rowAt(index)]);
  return [...drawn, ...gap((indexes.at(-1) ?? -1) + 1, count)];
};

/** The ways to a message in the rows: by key, from a quote, and to the new ones. */
const useReach = (shown: Rows, scroll: Scroll, props: MessageListProps) => {
  const { rows } = shown;
  const { firstNew, readFurtherUp, opening, onFar, onLeave, ref } = props;
  const reachable = useMemo(() => rows.flatMap(reachableIn), [rows]);
  const { activeId, focusedId, focus, onKeyDown, onFocus } = useRowFocus(reachable, scroll, onLeave);
  const { markedId, mark } = useMark();
  const awaited = useRef<{ readonly messageId: string; readonly arrive: () => void }>(undefined);
  const activeRow = indexOfRow(rows, activeId);

  const arrive = (messageId: string) => {
    mark(messageId);
    // Somebody who goes through a list of found messages stays in it.
    if (document.activeElement?.closest('[data-keeps-focus]') == null) focus(messageId);
  };
  useLayoutEffect(() => {
    const jump = awaited.current;
    if (jump === undefined || scroll.awaits(jump.messageId)) return;
    awaited.current = undefined;
    if (indexOfRow(rows, jump.messageId) !== -1) jump.arrive();
  });
  const go = (target: Target, then: () => void): boolean => {
    const isLoaded = scroll.to(target);
    awaited.current = isLoaded ? undefined : { messageId: target.messageId, arrive: then };
    if (isLoaded) then();
    return isLoaded;
  };
  const show = (messageId: string): boolean => {
    reveal(shown, messageId);
    return go({ messageId, align: 'center', offset: 0 }, () => arrive(messageId));
  };
  const refocus = (messageId: string | null) => {
    if (messageId !== null && indexOfRow(rows, messageId) !== -1) focus(messageId);
  };
  const comeBack = (place: Place, focusedId: string | null): boolean => go(place, () => refocus(focusedId));
  const open = useEffectEvent(() => {
    if (opening.linkedId === undefined) refocus(opening.focusedId);
    else if (indexOfRow(rows, opening.linkedId) !== -1) show(opening.linkedId);
  });
  useEffect(() => open(), []);
  const toNew = () => {
    if (readFurtherUp !== undefined) return onFar(readFurtherUp);
    if (firstNew === undefined) return;
    scroll.to({ messageId: firstNew, align: 'center', offset: 0 });
    focus(firstNew);
  };
  const focusLast = () => {
    const last = reachable.at(-1)?.message._id;
    if (last === undefined) return;
    scroll.bringIntoView(last);
    focus(last);
  };
  useImperativeHandle(ref, () => ({ show, comeBack, awaits: scroll.awaits, toEnd: scroll.toEnd, focusLast }));

  return {
    onKeyDown,
    onFocus,
    toNew,
    markedId,
    tabStop: activeRow === -1 ? reachable.at(-1)?.message._id : activeId,
    /** The row with the focus and the one that gets it next must stay drawn. */
    kept: [activeRow, indexOfRow(rows, focusedId)].filter((index) => index !== -1),
  };
};

const MARK_MS = 2_000;

/** The message that was just jumped to, highlighted until the eye has found it. */
const useMark = () => {
  const [mark, setMark] = useState<{ readonly messageId: string }>();
  useEffect(() => {
    if (mark === undefined) return;
    const timer = setTimeout(() => setMark(undefined), MARK_MS);
    return () => clearTimeout(timer);
  }, [mark]);
  return { markedId: mark?.messageId, mark: (messageId: string) => setMark({ messageId }) };
};

const none: ReadonlySet<string> = new Set();

/** Lines that arrived at the end while it was visible. They are animated. */
const useFresh = (lines: readonly ChatLine[], atEnd: boolean): ReadonlySet<string> => {
  const newest = lines.at(-1)?.message._id;
  const [last, setLast] = useState({ id: newest, fresh: none });
  if (newest === undefined || newest === last.id) return last.fresh;
  const from = lines.findLastIndex(({ message }) => message._id === last.id);
  const arrived = from === -1 || !atEnd ? [] : lines.slice(from + 1);
  const fresh = new Set(arrived.map(({ message }) => message._id));
  setLast({ id: newest, fresh });
  return fresh;
};

/** Whether the line `New messages` is above the window. Once it was visible, the button to it disappears. */
const useNewAbove = (firstNew: string | undefined, sideOf: Scroll['sideOf']) => {
  const [above, setAbove] = useState<string>();
  const seen = useRef<string>(undefined);
  const look = () => {
    const side = firstNew === undefined ? undefined : sideOf(firstNew);
    if (side === 'inView') seen.current = firstNew;
    setAbove(side === 'above' && seen.current !== firstNew ? firstNew : undefined);
  };
  // Rows that come or go may move the line out of the window.
  useLayoutEffect(look);
  return { newAbove: firstNew !== undefined && above === firstNew, look };
};

/** Shows an event that is folded away, also one that is loaded later. */
const reveal = ({ rows, fold }: Rows, messageId: string): void => {
  const row = rows[indexOfRow(rows, messageId)];
  if (row === undefined) fold({ open: messageId });
  else if (isFoldOfEvents(row)) flushSync(() => fold({ open: messageId }));
};

/** The lines of a row that the keyboard reaches: no notice, and of folded events the first. */
const reachableIn = (row: ChatRow): readonly ChatLine[] => {
  if (row.notice !== undefined) return [];
  return isFoldOfEvents(row) ? [row] : (row.several ?? [row]);
};

/** -1 where there is none. */
const indexOfRow = (rows: readonly ChatRow[], messageId: string | undefined): number =>
  messageId === undefined ? -1 : rows.findLastIndex((row) => hasMessage(row, messageId));

const lastMessageOf = (row: ChatRow | undefined) => row && messagesOf(row).at(-1);

/** Passed only to the row it concerns, so the others are not redrawn. */
const within = (row: ChatRow, messageId: string | undefined): string | undefined =>
  messageId !== undefined && hasMessage(row, messageId) ? messageId : undefined;

/** Shown over the top of the list while the first new message is further up. */
function JumpToNew({ onClick }: { onClick: () => void }) {
  return (
    <Button className="newest newest--up" size="sm" icon={<ArrowUp className="i i--sm" />} onClick={onClick}>
      Jump to first new
    </Button>
  );
}

/** Shown over the list while its end is out of view, with the number of messages added there. */
function JumpToNewest({ onClick }: { onClick: () => void }) {
  const unread = useUnread(useChatContext().group._id);
  return (
    <Button
      className="newest"
      size="sm"
      icon={<ArrowDown className="i i--sm" />}
      aria-label={unread > 0 ? `Jump to newest, ${badgeCount(unread)} unread` : undefined}
      onClick={onClick}
    >
      Jump to newest
      {unread > 0 && <span className="segmented__count">{badgeCount(unread)}</span>}
    </Button>
  );
}

/** Shown over the list, not in it, so nothing moves when it appears and disappears. */
function LoadingOlder() {
  return (
    <div className="chat__older" role="status">
      <Spinner size="sm" />
      <span className="visually-hidden">Loading older messages...</span>
    </div>
  );
}
