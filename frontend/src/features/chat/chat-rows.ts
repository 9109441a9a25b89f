import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { chatBreak } from '@quorum/contracts/time/chat-grouping.ts';
import type { ChatLine } from './chat-lines.ts';

/** What is drawn as a unit: a line, or several images side by side. */
export type ChatRow = ChatLine & {
  /** The images of the row, of which `message` is the first. Only set for several. */
  readonly images?: readonly MessageView[];
};

/** A row is measured and drawn as a whole, so its size is limited. */
const MOST_IMAGES = 12;

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
  if (last === undefined || run.length === MOST_IMAGES || message._id === firstNew) return false;
  return !chatBreak(momentOf(last), momentOf(message), timeZone).header;
};

/** Images below one header form a row. The line above new messages ends it. */
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
  return rows;
};

export const messagesOf = (row: ChatRow): readonly MessageView[] => row.images ?? [row.message];

export const holds = (row: ChatRow, messageId: string): boolean =>
  row.images === undefined ? row.message._id === messageId : row.images.some(({ _id }) => _id === messageId);

/** What headers and separators depend on. */
export const momentOf = ({ senderId, createdAt }: MessageView) => ({ senderId: senderId._id, createdAt });
