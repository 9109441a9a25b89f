import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { MessageView, NoticeView } from '@quorum/contracts/message/wire.ts';
import { mentionsOf } from '../../data/message/mentions.ts';
import { nobody } from '../../data/message/notice-list.ts';
import type { Outgoing } from '../../data/message/outbox/outbox-slice.ts';
import { memoizeByIdentity } from '../../shared/lib/memoize-by-identity.ts';

/** A line of a chat: a message, a text being sent, or a notice, which takes the form of a message. */
export type ChatLine = {
  readonly message: MessageView;
  readonly outgoing?: Outgoing;
  readonly notice?: NoticeView;
};

/** The same line for the same message, so only changed lines are redrawn. */
const messageLine = memoizeByIdentity((message: MessageView): ChatLine => ({ message }));

/** The empty fields of a line of another kind. */
const plain = {
  type: 'text',
  content: '',
  isDeleted: false,
  isEvent: false,
  isEdited: false,
  replyTo: null,
  reactions: [],
  linkPreviews: [],
  order: '',
  revision: '',
} as const;

/** Comes after everything that has arrived, so that it never looks older, however long it waits. */
const shownAt = ({ at }: Outgoing, above: ChatLine | undefined): string =>
  new Date(Math.max(at, Date.parse(above?.message.createdAt ?? '') || at)).toISOString();

const outgoingLine = (outgoing: Outgoing, createdAt: string, user: UserView): ChatLine => ({
  outgoing,
  message: {
    ...plain,
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
    mentions: mentionsOf(outgoing.picked ?? []),
    replyTo: outgoing.replyTo,
    ...(outgoing.file && { fileName: outgoing.file.name, fileSize: outgoing.file.size }),
    createdAt,
  },
});

const noticeLine = memoizeByIdentity((notice: NoticeView): ChatLine => {
  const { _id, groupId, createdAt, order } = notice;
  // A notice has no sender, so the message below it shows its own.
  return { notice, message: { ...plain, _id, groupId, senderId: nobody(), createdAt, order } };
});

/** Messages and notices in order, followed by those that are being sent. */
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
