import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { MessageView, NoticeView } from '@quorum/contracts/message/wire.ts';
import type { Outgoing } from '../../data/message/outbox/outbox-slice.ts';

/** A line of a chat: a message, a text being sent, or a notice, which takes the form of a message. */
export type ChatLine = {
  readonly message: MessageView;
  readonly outgoing?: Outgoing;
  readonly notice?: NoticeView;
};

const lineOf = new WeakMap<MessageView, ChatLine>();

/** Returns the same line for the same message, so only changed lines are redrawn. */
const messageLine = (message: MessageView): ChatLine => {
  const known = lineOf.get(message);
  if (known !== undefined) return known;
  const line = { message };
  lineOf.set(message, line);
  return line;
};

/** Stands below everything that has arrived, so it is not shown as older, however long it waits. */
const shownAt = ({ at }: Outgoing, above: ChatLine | undefined): string =>
  new Date(Math.max(at, Date.parse(above?.message.createdAt ?? '') || at)).toISOString();

const outgoingLine = (outgoing: Outgoing, createdAt: string, user: UserView): ChatLine => ({
  outgoing,
  message: {
    _id: outgoing.id,
    groupId: outgoing.groupId,
    senderId: {
      _id: user._id,
      id: user._id,
      firstName: user.firstName,
      lastName: user.lastName,
      profilePictureUrl: user.profilePictureUrl,
    },
    type: outgoing.file === undefined ? 'text' : 'file',
    content: outgoing.content,
    ...(outgoing.file && { fileName: outgoing.file.name, fileSize: outgoing.file.size }),
    createdAt,
    isDeleted: false,
    isEvent: false,
    isEdited: false,
    replyTo: outgoing.replyTo,
    reactions: [],
    linkPreviews: [],
    order: '',
    revision: '',
  },
});

const noticeLines = new WeakMap<NoticeView, ChatLine>();

const noticeLine = (notice: NoticeView): ChatLine => {
  const known = noticeLines.get(notice);
  if (known !== undefined) return known;
  const line: ChatLine = {
    notice,
    message: {
      _id: notice._id,
      groupId: notice.groupId,
      // A notice has no sender, so the message below it shows its own.
      senderId: { _id: '', id: '', firstName: '', lastName: '', profilePictureUrl: null },
      type: 'text',
      content: '',
      createdAt: notice.createdAt,
      isDeleted: false,
      isEvent: false,
      isEdited: false,
      replyTo: null,
      reactions: [],
      linkPreviews: [],
      order: notice.order,
      revision: '',
    },
  };
  noticeLines.set(notice, line);
  return line;
};

/** Messages and notices in order, with what is being sent below them. */
export const chatLines = (
  messages: readonly MessageView[],
  notices: readonly NoticeView[],
  outgoing: readonly Outgoing[],
  user: UserView | null,
): readonly ChatLine[] => {
  const lines: ChatLine[] = [];
  let next = 0;
  const noticesBefore = (order: string | undefined) => {
    for (let notice = notices[next]; notice !== undefined; notice = notices[next]) {
      if (order !== undefined && notice.order > order) return;
      lines.push(noticeLine(notice));
      next += 1;
    }
  };
  for (const message of messages) {
    noticesBefore(message.order);
    lines.push(messageLine(message));
  }
  noticesBefore(undefined);
  if (user !== null) for (const one of outgoing) lines.push(outgoingLine(one, shownAt(one, lines.at(-1)), user));
  return lines;
};
