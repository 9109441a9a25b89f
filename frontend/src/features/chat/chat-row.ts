import type { MessageView, UserView } from '@quorum/contracts/wire/views.ts';
import type { Outgoing } from '../../entities/message/outbox-slice.ts';

/** A line of the chat: a message, or a text that is on its way. */
export type ChatRow = { readonly message: MessageView; readonly outgoing?: Outgoing };

const rowOf = new WeakMap<MessageView, ChatRow>();

/** The same row for the same message, so that nothing is drawn anew that did not change. */
const messageRow = (message: MessageView): ChatRow => {
  const known = rowOf.get(message);
  if (known !== undefined) return known;
  const row = { message };
  rowOf.set(message, row);
  return row;
};

const outgoingRow = (outgoing: Outgoing, user: UserView): ChatRow => ({
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
    type: 'text',
    content: outgoing.content,
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
export const chatRows = (
  messages: readonly MessageView[],
  outgoing: readonly Outgoing[],
  user: UserView | null,
): readonly ChatRow[] => {
  const rows = messages.map(messageRow);
  if (user !== null) for (const one of outgoing) rows.push(outgoingRow(one, user));
  return rows;
};
