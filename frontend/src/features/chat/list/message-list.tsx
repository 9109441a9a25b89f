import { ArrowDown, ArrowUp } from 'lucide-react';
import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useUnread } from '../../../data/message/use-unread.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { useChatContext } from '../chat-context.ts';
import type { ChatLine } from '../chat-lines.ts';
import { type ChatRow, chatRows, holds, messagesOf } from '../chat-rows.ts';
import { MessageRow } from '../message/message-row.tsx';
import type { ListParts } from './list-parts.ts';
import { useFresh } from './use-fresh.ts';
import { useGoingDown } from './use-going-down.ts';
import { useMark } from './use-mark.ts';
import { useNewAbove } from './use-new-above.ts';
import { usePaging } from './use-paging.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useScroll } from './use-scroll.ts';
import { useSettled } from './use-settled.ts';
import { useSteps } from './use-steps.ts';
import { useToldOffset } from './use-told-offset.ts';

export type MessageListHandle = {
  /** Shows a loaded message in the middle and focuses it. False when it is not loaded. */
  readonly show: (messageId: string) => boolean;
  readonly toEnd: () => void;
  /** Call before the rows are replaced. The list must not stay at their end. */
  readonly leaveEnd: () => void;
  readonly focusLast: () => void;
};

export interface MessageListProps {
  groupId: string;
  lines: readonly ChatLine[];
  timeZone: string;
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

/** Pixels above and below the window in which rows stay drawn. */
const BUFFER = 400;

/** The rows to draw, and what moving them leads to: keeping the reader's place, and loading what lies beyond. */
const useRows = (props: MessageListProps, parts: ListParts) => {
  const { groupId, timeZone, hasMoreAfter, firstNew } = props;
  const { goingDown, moved } = useGoingDown(parts.scroller);
  const { lines, atStart } = useSteps(props.lines, goingDown);
  const rows = useMemo(() => chatRows(lines, firstNew, timeZone), [lines, firstNew, timeZone]);
  const scroll = useScroll(groupId, rows, parts, !hasMoreAfter);
  const settled = useSettled(parts.scroller, rows.length > 0);
  const { isLoadingOlder, look } = usePaging(props, lines, parts.scroller);
  const onScroll = () => {
    moved();
    scroll.onScroll();
    look();
  };
  return { lines, rows, atStart, scroll, settled, isLoadingOlder, onScroll };
};

type Shown = Pick<ReturnType<typeof useRows>, 'lines' | 'rows' | 'scroll'>;

/** The ways to a message in the rows: by key, from a quote, and to the new ones. */
const useReach = ({ lines, rows, scroll }: Shown, { scroller }: ListParts, props: MessageListProps) => {
  const { firstNew, readFurtherUp, onFar, onLeave, ref } = props;
  const reachable = useMemo(() => lines.filter(({ notice }) => notice === undefined), [lines]);
  const { activeId, focusedId, focus, onKeyDown, onFocus } = useRowFocus(reachable, scroller, {
    onMove: (messageId) => scroll.toRow(messageId, 'nearest'),
    onLeave,
  });
  const { markedId, mark } = useMark();
  const activeRow = indexOfRow(rows, activeId);

  const toNew = () => {
    if (readFurtherUp !== undefined) return onFar(readFurtherUp);
    if (firstNew === undefined) return;
    scroll.toRow(firstNew, 'center');
    focus(firstNew);
  };
  const show = (messageId: string): boolean => {
    if (indexOfRow(rows, messageId) === -1) return false;
    scroll.toRow(messageId, 'center');
    mark(messageId);
    focus(messageId);
    return true;
  };
  const focusLast = () => {
    const last = reachable.at(-1);
    if (last !== undefined) focus(last.message._id);
  };
  useImperativeHandle(ref, () => ({
    show,
    toEnd: scroll.toEnd,
    leaveEnd: scroll.leaveEnd,
    focusLast,
  }));

  return {
    onKeyDown,
    onFocus,
    toNew,
    markedId,
    tabStop: activeRow === -1 ? reachable.at(-1)?.message._id : activeId,
    /** The row with the focus and the one that gets it next must stay drawn. */
    kept: [...new Set([activeRow, indexOfRow(rows, focusedId)])].filter((index) => index !== -1),
  };
};

/** The messages. Only those near the window are drawn. */
export function MessageList(props: MessageListProps) {
  const { hasMoreAfter, firstNew, readFurtherUp, onAtEnd, onNewest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const parts = useMemo(() => ({ scroller, list }), []);
  const { lines, rows, atStart, scroll, settled, isLoadingOlder, onScroll } = useRows(props, parts);
  const reach = useReach({ lines, rows, scroll }, parts, props);
  useToldOffset(scroller, rows, atStart);
  const { newAbove, look: lookForNew } = useNewAbove(firstNew, indexOfRow(rows, firstNew), scroller, list);
  const fresh = useFresh(lines, scroll.atEnd);

  const isAtNewest = scroll.atEnd && !hasMoreAfter;
  useLayoutEffect(() => onAtEnd(isAtNewest), [isAtNewest, onAtEnd]);

  return (
    <div className="chat__frame">
      <div
        className={classNames('chat__scroll', !settled && 'chat__scroll--settling')}
        role="log"
        // Rows come and go while scrolling. New messages are announced beside the list.
        aria-live="off"
        aria-label="Messages"
        ref={scroller}
        onScroll={() => {
          onScroll();
          lookForNew();
        }}
        onKeyDown={reach.onKeyDown}
        onFocus={reach.onFocus}
      >
        <div className="chat__push" />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={atStart}
          bufferSize={BUFFER}
          keepMounted={reach.kept}
          onResize={scroll.onResize}
        >
          {(row, index) => (
            <Row
              key={row.message._id}
              row={row}
              above={rows[index - 1]}
              firstNew={firstNew}
              tabStop={reach.tabStop}
              markedId={reach.markedId}
              fresh={fresh}
            />
          )}
        </Virtualizer>
      </div>
      {isLoadingOlder && <LoadingOlder />}
      {(newAbove || readFurtherUp !== undefined) && <JumpToNew onClick={reach.toNew} />}
      {!isAtNewest && <JumpToNewest onClick={onNewest} />}
    </div>
  );
}

type RowProps = {
  readonly row: ChatRow;
  readonly above: ChatRow | undefined;
  readonly firstNew: string | undefined;
  readonly tabStop: string | undefined;
  readonly markedId: string | undefined;
  readonly fresh: ReadonlySet<string>;
};

function Row({ row, above, firstNew, tabStop, markedId, fresh }: RowProps) {
  return (
    <div className="chat__col">
      <MessageRow
        row={row}
        previous={lastMessageOf(above)}
        isFirstNew={row.message._id === firstNew}
        tabStop={within(row, tabStop)}
        markedId={within(row, markedId)}
        isFresh={fresh.has(row.message._id)}
      />
    </div>
  );
}

/** -1 where there is none. */
const indexOfRow = (rows: readonly ChatRow[], messageId: string | undefined): number =>
  messageId === undefined ? -1 : rows.findLastIndex((row) => holds(row, messageId));

const lastMessageOf = (row: ChatRow | undefined) => row && messagesOf(row).at(-1);

/** Passed only to the row it concerns, so the others are not redrawn. */
const within = (row: ChatRow, messageId: string | undefined): string | undefined =>
  messageId !== undefined && holds(row, messageId) ? messageId : undefined;

/** Shown over the list while the first new message is further up. */
function JumpToNew({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className="newest newest--up"
      size="sm"
      icon={<ArrowUp className="i i--sm" aria-hidden="true" />}
      onClick={onClick}
    >
      Jump to first new
    </Button>
  );
}

/** Shown over the list while its end is out of view, with the number of messages added there. */
function JumpToNewest({ onClick }: { onClick: () => void }) {
  const unread = useUnread(useChatContext().group);
  const count = unread > 99 ? '99+' : unread;
  return (
    <Button
      className="newest"
      size="sm"
      icon={<ArrowDown className="i i--sm" aria-hidden="true" />}
      aria-label={unread > 0 ? `Jump to newest, ${count} unread` : undefined}
      onClick={onClick}
    >
      Jump to newest
      {unread > 0 && <span className="seg__count">{count}</span>}
    </Button>
  );
}

/** Shown over the list, not in it, so nothing moves when it appears and disappears. */
function LoadingOlder() {
  return (
    <div className="chat__older" role="status">
      <Spinner size="sm" />
      <span className="sr">Loading older messages...</span>
    </div>
  );
}
