import { chatBreak } from '@quorum/contracts/message/chat-times.ts';
import type { MessageView, NoticeKind } from '@quorum/contracts/message/wire.ts';
import { isSameLocalDay } from '@quorum/contracts/time/days.ts';
import type { ChatLine } from './chat-lines.ts';

/** A unit of drawing: a line, several images side by side, many events, or several people who joined or left. */
export type ChatRow = ChatLine & {
  /** The lines of the row, of which it is the first. Only set for several. */
  readonly several?: readonly ChatLine[];
  /** Many events that somebody opened, of which it is the first. */
  readonly opened?: readonly ChatLine[];
};

type Run = [ChatLine, ...ChatLine[]];

/** From this number on, lines of people who joined, or who left, become one. */
const MIN_PEOPLE = 3;
/** From this number on, events of one person become one. */
const MIN_EVENTS = 5;
/** A row is measured and drawn as a whole, so its size is limited. */
const MAX_IMAGES = 12;

const isImage = ({ message, outgoing }: ChatLine): boolean =>
  message.type === 'image' && !message.isDeleted && message.replyTo === null && outgoing === undefined;

const FOLDED: ReadonlySet<NoticeKind | undefined> = new Set<NoticeKind>(['joined', 'left']);
const isFolded = ({ notice }: ChatLine): boolean => FOLDED.has(notice?.kind);

/** Which events may become one row: those up to an `order`, unless one of them was opened. */
export type Folds = { readonly upTo: string; readonly opened: ReadonlySet<string> };

/** Shows the events among which a message is, one by one; or makes opened events one row again. */
export type Fold = { readonly open: string } | { readonly close: readonly ChatLine[] };

const isEvent = ({ message }: ChatLine): boolean => message.isEvent && !message.isDeleted;

/** Whether a row stands for events that are not shown. */
export const isFoldOfEvents = (row: ChatRow): boolean => row.several !== undefined && isEvent(row);

const isAlike = (a: ChatLine, b: ChatLine, timeZone: string): boolean =>
  a.notice?.kind === b.notice?.kind && isSameLocalDay(a.message.createdAt, b.message.createdAt, timeZone);

type Shown = { readonly firstNew: string | undefined; readonly timeZone: string; readonly folds: Folds };

const mayFold = ({ message: { order } }: ChatLine, { upTo }: Folds): boolean => order <= upTo;

/** Events of one person on one day. One that comes while others are folded leaves those as they are. */
const goOn = (a: ChatLine, b: ChatLine, { timeZone, folds }: Shown): boolean =>
  isEvent(b) &&
  a.message.senderId._id === b.message.senderId._id &&
  mayFold(a, folds) === mayFold(b, folds) &&
  isAlike(a, b, timeZone);

/** Images below one header form a row; the line above new messages ends it. So do events, and people who joined, or left, on one day. */
const continues = (run: Run, line: ChatLine, shown: Shown): boolean => {
  const { firstNew, timeZone } = shown;
  const last = run.at(-1) ?? run[0];
  if (line.message._id === firstNew) return false;
  if (isFolded(last)) return isAlike(last, line, timeZone);
  if (isEvent(last)) return goOn(last, line, shown);
  if (!isImage(last) || !isImage(line) || run.length === MAX_IMAGES) return false;
  return !chatBreak(momentOf(last.message), momentOf(line.message), timeZone).header;
};

const known = new WeakMap<ChatLine, ChatRow>();

/** Returns the same row for the same lines, so only changed rows are redrawn. */
const rowOf = (run: Run, as: 'several' | 'opened'): ChatRow => {
  const [first] = run;
  const before = known.get(first);
  const lines = before?.[as];
  if (before && lines?.length === run.length && lines.every((line, at) => line === run[at])) return before;
  const row = { ...first, [as]: run };
  known.set(first, row);
  return row;
};

const isWhole = (run: Run, folds: Folds): boolean => {
  if (isFolded(run[0])) return run.length >= MIN_PEOPLE;
  if (!isEvent(run[0])) return run.length > 1;
  return run.length >= MIN_EVENTS && mayFold(run[0], folds);
};

const rowsOf = (run: Run, folds: Folds): readonly ChatRow[] => {
  if (!isWhole(run, folds)) return run;
  const isOpened = isEvent(run[0]) && run.some(({ message }) => folds.opened.has(message._id));
  return isOpened ? [rowOf(run, 'opened'), ...run.slice(1)] : [rowOf(run, 'several')];
};

export const chatRows = (
  lines: readonly ChatLine[],
  firstNew: string | undefined,
  timeZone: string,
  folds: Folds,
): readonly ChatRow[] => {
  const shown = { firstNew, timeZone, folds };
  const runs: Run[] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run, line, shown)) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => rowsOf(run, folds));
};

export const messagesOf = (row: ChatRow): readonly MessageView[] =>
  row.several?.map(({ message }) => message) ?? [row.message];

export const hasMessage = (row: ChatRow, messageId: string): boolean =>
  messagesOf(row).some(({ _id }) => _id === messageId);

/** The facts that headers and separators depend on. */
export const momentOf = ({ senderId, createdAt }: MessageView) => ({ senderId: senderId._id, createdAt });
