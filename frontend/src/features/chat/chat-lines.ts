import type { MessageView, UserView } from '@quorum/contracts/wire/views.ts';
import type { Outgoing } from '../../data/message/outbox-slice.ts';

/** What stands in a chat: a message, or a text that is on its way. */
export type ChatLine = { readonly message: MessageView; readonly outgoing?: Outgoing };

const lineOf = new WeakMap<MessageView, ChatLine>();

/** The same line for the same message, so that nothing is drawn anew that did not change. */
const messageLine = (message: MessageView): ChatLine => {
  const known = lineOf.get(message);
  if (known !== undefined) return known;
  const line = { message };
  lineOf.set(message, line);
  return line;
};

const outgoingLine = (outgoing: Outgoing, user: UserView): ChatLine => ({
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
    createdAt: new Date(outgoing.at).toISOString(),
    isDeleted: false,
    isEvent: false,
    isEdited: false,
    replyTo: outgoing.replyTo,
    reactions: [],
    linkPreviews: [],
    order: '',
  },
});

/** What is on its way stands below everything that has arrived. */
export const chatLines = (
  messages: readonly MessageView[],
  outgoing: readonly Outgoing[],
  user: UserView | null,
): readonly ChatLine[] => {
  const lines = messages.map(messageLine);
  if (user !== null) for (const one of outgoing) lines.push(outgoingLine(one, user));
  return lines;
};
