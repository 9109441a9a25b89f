import type { LinkPreview, MessageFile, MessageKind } from '@quorum/contracts/events/message.ts';
import { stillLinked } from '@quorum/contracts/text/still-linked.ts';
import type { Aggregate } from '../aggregate.ts';

export type Message = {
  status: 'none' | 'posted' | 'deleted';
  id: string;
  groupId: string;
  senderId: string;
  kind: MessageKind;
  /** Position of its posting: the order of the chat. */
  order: string;
  postedAt: string;
  text: string | null;
  replyTo: string | null;
  file: MessageFile | null;
  fileName: string | null;
  edited: boolean;
  previews: readonly LinkPreview[] | null;
  /** By `{userId} {emoji}`, in the order in which they came. */
  reactions: Map<string, Reaction>;
};

type Reaction = { readonly userId: string; readonly emoji: string };

/** Most messages have none: they share this one, to which nothing is added. */
const NO_REACTIONS = new Map<string, Reaction>();

/** Ids of the stored files that a message shows: its own, the smaller rendition, and the pictures of its link previews. */
export const filesOf = ({ file, previews }: Pick<Message, 'file' | 'previews'>): readonly string[] =>
  [file?.fileId, file?.previewId, ...(previews ?? []).flatMap(({ image, favicon }) => [image, favicon])].filter(
    (fileId) => fileId !== undefined,
  );

export const reactionKey = (userId: string, emoji: string): string => `${userId} ${emoji}`;

export const messageAggregate: Aggregate<Message> = {
  category: 'message',
  initial: () => ({
    status: 'none',
    id: '',
    groupId: '',
    senderId: '',
    kind: 'text',
    order: '',
    postedAt: '',
    text: null,
    replyTo: null,
    file: null,
    fileName: null,
    edited: false,
    previews: null,
    reactions: NO_REACTIONS,
  }),
  evolve: (message, event) => {
    switch (event.type) {
      case 'MessagePosted': {
        const { messageId, ...facts } = event.data;
        const { position: order, recordedAt: postedAt } = event;
        return {
          status: 'posted',
          id: messageId,
          ...facts,
          order,
          postedAt,
          edited: false,
          previews: null,
          reactions: NO_REACTIONS,
        };
      }
      case 'MessageEdited':
        return {
          ...message,
          text: event.data.text,
          edited: true,
          previews: message.previews && stillLinked(message.previews, event.data.text),
        };
      case 'LinkPreviewsResolved':
        return { ...message, previews: event.data.previews };
      case 'MessageDeleted':
        return {
          ...message,
          status: 'deleted',
          text: null,
          file: null,
          fileName: null,
          previews: null,
          reactions: NO_REACTIONS,
        };
      case 'ReactionAdded': {
        const { userId, emoji } = event.data;
        if (message.reactions === NO_REACTIONS) message.reactions = new Map();
        message.reactions.set(reactionKey(userId, emoji), { userId, emoji });
        return message;
      }
      case 'ReactionRemoved':
        message.reactions.delete(reactionKey(event.data.userId, event.data.emoji));
        return message;
      default:
        return message;
    }
  },
};
