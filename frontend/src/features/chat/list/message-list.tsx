import { ArrowDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { loadNewer, loadOlder } from '../../../entities/message/message-pages.ts';
import { useAppDispatch } from '../../../entities/store/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import type { ChatLine } from '../chat-lines.ts';
import { type ChatRow, chatRows, holds, messagesOf } from '../chat-rows.ts';
import { MessageRow } from '../message/message-row.tsx';
import { useScroll } from './use-scroll.ts';
import { useSteps } from './use-steps.ts';

export type MessageListHandle = {
  /** Shows a loaded message in the middle and puts the focus on it; false when it is not loaded. */
  readonly show: (messageId: string) => boolean;
  readonly toEnd: () => void;
  /** Before other rows take the place of these: their end is no place to stay at. */
  readonly letGo: () => void;
  readonly focusLast: () => void;
};

export interface MessageListProps {
  groupId: string;
  lines: readonly ChatLine[];
  timeZone: string;
  hasMoreBefore: boolean;
  hasMoreAfter: boolean;
  firstNew: string | undefined;
  onAtEnd: (atEnd: boolean) => void;
  onNewest: () => void;
  onLeave: () => void;
  ref: Ref<MessageListHandle>;
}

/** Pixels: so far from an edge of what is loaded the next page is asked for. */
const LOAD_AHEAD = 1_200;
/** Rows kept drawn above and below the window, in pixels. */
const BUFFER = 400;
const MARK_MS = 2_000;

/** The messages, of which only those in the window are drawn. One tab stop; the arrows move from message to message. */
export function MessageList(props: MessageListProps) {
  const { groupId, timeZone, hasMoreBefore, hasMoreAfter, firstNew, onAtEnd, onNewest, onLeave, ref } = props;
  const dispatch = useAppDispatch();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { lines, atStart } = useSteps(props.lines);
  const rows = useMemo(() => chatRows(lines, firstNew, timeZone), [lines, firstNew, timeZone]);
  const { atEnd, onScroll, onResize, toEnd, toRow, letGo } = useScroll(rows, scroller, list, !hasMoreAfter);
  const [loading, setLoading] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const [markedId, setMarkedId] = useState<string>();
  const focusNext = useRef<string>(undefined);
  const fresh = useFresh(lines, atEnd);

  const activeIndex = activeId === undefined ? -1 : rows.findLastIndex((row) => holds(row, activeId));
  const tabStop = activeIndex === -1 ? lines.at(-1)?.message._id : activeId;

  useLayoutEffect(() => onAtEnd(atEnd && !hasMoreAfter), [atEnd, hasMoreAfter, onAtEnd]);

  const drawnFirst = lines[0]?.message._id;
  const loadMore = useCallback(async () => {
    const area = scroller.current;
    if (area === null) return;
    const fromEnd = area.scrollHeight - area.scrollTop - area.clientHeight;
    try {
      if (hasMoreBefore && area.scrollTop < LOAD_AHEAD) {
        setLoading(true);
        await dispatch(loadOlder(groupId, drawnFirst));
      } else if (hasMoreAfter && fromEnd < LOAD_AHEAD) await dispatch(loadNewer(groupId));
    } catch (error) {
      // The next movement tries again; the line about the connection says the rest.
      console.warn('More messages could not be loaded.', error);
    } finally {
      setLoading(false);
    }
  }, [dispatch, groupId, drawnFirst, hasMoreBefore, hasMoreAfter]);

  // A page may be shorter than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives is looked at.
  useLayoutEffect(() => void loadMore(), [lines.length, loadMore]);

  const focusRow = useCallback((id: string) => {
    focusNext.current = id;
    setActiveId(id);
  }, []);
  useLayoutEffect(() => {
    const id = focusNext.current;
    if (id === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
    if (!row) return;
    focusNext.current = undefined;
    row.focus({ preventScroll: true });
  });

  useImperativeHandle(ref, () => ({
    show: (messageId) => {
      const index = rows.findIndex((row) => holds(row, messageId));
      if (index === -1) return false;
      toRow(index, 'center');
      setMarkedId(messageId);
      setTimeout(() => setMarkedId((marked) => (marked === messageId ? undefined : marked)), MARK_MS);
      focusRow(messageId);
      return true;
    },
    toEnd,
    letGo,
    focusLast: () => {
      const last = lines.at(-1);
      if (last !== undefined) focusRow(last.message._id);
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    if (row === undefined) return;
    if (event.key === 'Escape') return onLeave();
    const at = lines.findLastIndex(({ message }) => message._id === row);
    const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
    const target = steps[event.key];
    const next = target === undefined ? undefined : lines[target]?.message._id;
    if (target === undefined) return;
    event.preventDefault();
    if (next === undefined) {
      if (event.key === 'ArrowDown') onLeave();
      return;
    }
    toRow(
      rows.findLastIndex((one) => holds(one, next)),
      'nearest',
    );
    focusRow(next);
  };
  const onFocus = (event: FocusEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row !== undefined) setActiveId(row);
  };

  return (
    <div className="chat__frame">
      <div
        className="chat__scroll"
        role="log"
        // Rows come and go with every movement; what is really new is announced beside the list.
        aria-live="off"
        aria-label="Messages"
        ref={scroller}
        onScroll={() => {
          onScroll();
          void loadMore();
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <div className="chat__push" />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={atStart}
          bufferSize={BUFFER}
          keepMounted={activeIndex === -1 ? [] : [activeIndex]}
          onResize={onResize}
        >
          {(row, index) => (
            <div className="chat__col" key={row.message._id}>
              <MessageRow
                row={row}
                previous={lastMessageOf(rows[index - 1])}
                isFirstNew={row.message._id === firstNew}
                tabStop={within(row, tabStop)}
                markedId={within(row, markedId)}
                isFresh={fresh.has(row.message._id)}
              />
            </div>
          )}
        </Virtualizer>
      </div>
      {loading && hasMoreBefore && (
        <div className="chat__older" role="status">
          <Spinner size="sm" />
          <span className="sr">Loading older messages...</span>
        </div>
      )}
      {(!atEnd || hasMoreAfter) && (
        <Button
          className="newest"
          size="sm"
          icon={<ArrowDown className="i i--sm" aria-hidden="true" />}
          onClick={hasMoreAfter ? onNewest : toEnd}
        >
          Jump to newest
        </Button>
      )}
    </div>
  );
}

const lastMessageOf = (row: ChatRow | undefined) => row && messagesOf(row).at(-1);

/** Told only to the row that it concerns: the others are not drawn anew. */
const within = (row: ChatRow, messageId: string | undefined): string | undefined =>
  messageId !== undefined && holds(row, messageId) ? messageId : undefined;

/** Lines that came in at the end while it was in sight: they rise into place. */
const useFresh = (lines: readonly ChatLine[], atEnd: boolean): ReadonlySet<string> => {
  const state = useRef({ lastId: lines.at(-1)?.message._id, fresh: new Set<string>() });
  const { lastId } = state.current;
  const newest = lines.at(-1)?.message._id;
  if (newest !== undefined && newest !== lastId) {
    const from = lines.findLastIndex(({ message }) => message._id === lastId);
    const arrived = from === -1 || !atEnd ? [] : lines.slice(from + 1);
    state.current = { lastId: newest, fresh: new Set(arrived.map(({ message }) => message._id)) };
  }
  return state.current.fresh;
};
