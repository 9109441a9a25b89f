import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { classNames } from '../../../shared/lib/class-names.ts';
import type { ChatLine } from '../chat-lines.ts';
import { type ChatRow, chatRows, holds, messagesOf } from '../chat-rows.ts';
import { MessageRow } from '../message/message-row.tsx';
import { JumpToNew } from './jump-to-new.tsx';
import { JumpToNewest } from './jump-to-newest.tsx';
import { LoadingOlder } from './loading-older.tsx';
import { useFresh } from './use-fresh.ts';
import { useGoingDown } from './use-going-down.ts';
import { useMark } from './use-mark.ts';
import { useNewAbove } from './use-new-above.ts';
import { usePaging } from './use-paging.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useScroll } from './use-scroll.ts';
import { useSettled } from './use-settled.ts';
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
  /** What was read last, where the first new message is further up than what is loaded. */
  readFurtherUp: string | undefined;
  onAtEnd: (atEnd: boolean) => void;
  onNewest: () => void;
  /** Leads to a message that is not loaded. */
  onFar: (messageId: string) => void;
  onLeave: () => void;
  ref: Ref<MessageListHandle>;
}

/** Rows kept drawn above and below the window, in pixels. */
const BUFFER = 400;

/** The messages, of which only those in the window are drawn. */
export function MessageList(props: MessageListProps) {
  const { timeZone, hasMoreAfter, firstNew, readFurtherUp, onAtEnd, onNewest, onFar, onLeave, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { goingDown, moved } = useGoingDown(scroller);
  const { lines, atStart } = useSteps(props.lines, goingDown);
  const rows = useMemo(() => chatRows(lines, firstNew, timeZone), [lines, firstNew, timeZone]);
  const { atEnd, onScroll, onResize, toEnd, toRow, letGo } = useScroll(rows, scroller, list, !hasMoreAfter);
  const settled = useSettled(scroller, rows.length > 0);
  const { isLoadingOlder, look } = usePaging(props, lines, scroller);
  const { activeId, focus, onKeyDown, onFocus } = useRowFocus(lines, scroller, {
    onMove: (messageId) => toRow(indexOfRow(rows, messageId), 'nearest'),
    onLeave,
  });
  const firstNewRow = indexOfRow(rows, firstNew);
  const { newAbove, look: lookForNew } = useNewAbove(firstNew, firstNewRow, scroller, list);
  const { markedId, mark } = useMark();
  const fresh = useFresh(lines, atEnd);

  const activeRow = indexOfRow(rows, activeId);
  const tabStop = activeRow === -1 ? lines.at(-1)?.message._id : activeId;

  const isAtNewest = atEnd && !hasMoreAfter;
  useLayoutEffect(() => onAtEnd(isAtNewest), [isAtNewest, onAtEnd]);

  const toNew = () => {
    if (readFurtherUp !== undefined) return onFar(readFurtherUp);
    if (firstNew === undefined) return;
    toRow(firstNewRow, 'center');
    focus(firstNew);
  };
  const show = (messageId: string): boolean => {
    const index = indexOfRow(rows, messageId);
    if (index === -1) return false;
    toRow(index, 'center');
    mark(messageId);
    focus(messageId);
    return true;
  };
  const focusLast = () => {
    const last = lines.at(-1);
    if (last !== undefined) focus(last.message._id);
  };
  useImperativeHandle(ref, () => ({ show, toEnd, letGo, focusLast }));

  return (
    <div className="chat__frame">
      <div
        className={classNames('chat__scroll', !settled && 'chat__scroll--settling')}
        role="log"
        // Rows come and go with every movement; what is really new is announced beside the list.
        aria-live="off"
        aria-label="Messages"
        ref={scroller}
        onScroll={() => {
          moved();
          onScroll();
          look();
          lookForNew();
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
          keepMounted={activeRow === -1 ? [] : [activeRow]}
          onResize={onResize}
        >
          {(row, index) => (
            <Row
              key={row.message._id}
              row={row}
              above={rows[index - 1]}
              firstNew={firstNew}
              tabStop={tabStop}
              markedId={markedId}
              fresh={fresh}
            />
          )}
        </Virtualizer>
      </div>
      {isLoadingOlder && <LoadingOlder />}
      {(newAbove || readFurtherUp !== undefined) && <JumpToNew onClick={toNew} />}
      {!isAtNewest && <JumpToNewest onClick={hasMoreAfter ? onNewest : toEnd} />}
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

/** Told only to the row that it concerns: the others are not drawn anew. */
const within = (row: ChatRow, messageId: string | undefined): string | undefined =>
  messageId !== undefined && holds(row, messageId) ? messageId : undefined;
