import { chatBreak } from '@quorum/contracts/message/chat-grouping.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import type { ChatLine } from './chat-lines.ts';

/** What is drawn as a unit: a line, several images side by side, or several people who joined. */
export type ChatRow = ChatLine & {
  /** The images of the row, of which `message` is the first. Only set for several. */
  readonly images?: readonly MessageView[];
  /** The lines of people who joined one after another, of which this is the first. Only set for several. */
  readonly joined?: readonly ChatLine[];
};

/** From this number on, lines of people who joined become one. */
const MIN_JOINED = 3;

/** A row is measured and drawn as a whole, so its size is limited. */
const MAX_IMAGES = 12;

const isImage = ({ message, outgoing }: ChatLine): boolean =>
  message.type === 'image' && !message.isDeleted && message.replyTo === null && outgoing === undefined;

const rowOf = new WeakMap<MessageView, ChatRow>();

/** Returns the same row for the same images, so only changed rows are redrawn. */
const imagesRow = (images: readonly [MessageView, ...MessageView[]]): ChatRow => {
  const known = rowOf.get(images[0]);
  if (known?.images?.length === images.length && known.images.every((image, at) => image === images[at])) return known;
  const row = { message: images[0], images };
  rowOf.set(images[0], row);
  return row;
};

/** Whether an image joins the images above it. */
const joins = (run: readonly MessageView[], message: MessageView, firstNew: string | undefined, timeZone: string) => {
  const last = run.at(-1);
  if (last === undefined || run.length === MAX_IMAGES || message._id === firstNew) return false;
  return !chatBreak(momentOf(last), momentOf(message), timeZone).header;
};

/** Images below one header form a row; the line above new messages ends it. So do people who joined one after another. */
export const chatRows = (
  lines: readonly ChatLine[],
  firstNew: string | undefined,
  timeZone: string,
): readonly ChatRow[] => {
  const rows: ChatRow[] = [];
  let run: [MessageView, ...MessageView[]] | undefined;
  const endRun = () => {
    if (run !== undefined && run.length > 1) rows[rows.length - 1] = imagesRow(run);
    run = undefined;
  };
  for (const line of lines) {
    const { message } = line;
    const image = isImage(line);
    if (image && run !== undefined && joins(run, message, firstNew, timeZone)) run.push(message);
    else {
      endRun();
      rows.push(line);
      if (image) run = [message];
    }
  }
  endRun();
  return withJoinedRows(rows, timeZone);
};

const joinedRows = new WeakMap<ChatLine, ChatRow>();

/** Returns the same row for the same people, so that only changed rows are redrawn. */
const joinedRow = (joined: readonly [ChatLine, ...ChatLine[]]): ChatRow => {
  const known = joinedRows.get(joined[0]);
  if (known?.joined?.length === joined.length && known.joined.every((line, at) => line === joined[at])) return known;
  const row = { ...joined[0], joined };
  joinedRows.set(joined[0], row);
  return row;
};

/** Several people who joined on one day, without anything in between, form a row. */
const withJoinedRows = (rows: readonly ChatRow[], timeZone: string): readonly ChatRow[] => {
  const dayOf = ({ message }: ChatRow) => localDate(message.createdAt, timeZone);
  const out: ChatRow[] = [];
  let at = 0;
  while (at < rows.length) {
    const first = rows[at] as ChatRow;
    let end = at + 1;
    const isNext = (row: ChatRow | undefined) => row?.notice?.kind === 'joined' && dayOf(row) === dayOf(first);
    if (first.notice?.kind === 'joined') while (isNext(rows[end])) end += 1;
    const run = rows.slice(at, end);
    if (run.length >= MIN_JOINED) out.push(joinedRow([first, ...run.slice(1)]));
    else out.push(...run);
    at = end;
  }
  return out;
};

export const messagesOf = (row: ChatRow): readonly MessageView[] =>
  row.images ?? row.joined?.map(({ message }) => message) ?? [row.message];

export const holds = (row: ChatRow, messageId: string): boolean => messagesOf(row).some(({ _id }) => _id === messageId);

/** What headers and separators depend on. */
export const momentOf = ({ senderId, createdAt }: MessageView) => ({ senderId: senderId._id, createdAt });
