import type { EventOf } from '@quorum/domain/stored-event.ts';
import { type ConcernDocument, concernId } from '@quorum/service-kit/reads/message.ts';
import { type Handlers, putAll, type Reader, type Ref, removeWhere } from '../model.ts';

type Posted = EventOf<'MessagePosted'>;

const readReplied = ({ data }: Posted): readonly Ref[] =>
  data.replyTo === null ? [] : [{ collection: 'messages', id: data.replyTo }];

/** Whom a message concerns, each once: as a mention, else as a reply. All members are one audience. */
const audiencesOf = ({ data }: Posted, read: Reader): ReadonlyMap<string, ConcernDocument['kind']> => {
  const repliedTo = data.replyTo === null ? undefined : read('messages', data.replyTo)?.senderId;
  const audiences = new Map<string, ConcernDocument['kind']>();
  if (repliedTo !== undefined) audiences.set(repliedTo, 'reply');
  for (const id of data.mentions ?? []) audiences.set(id, 'mention');
  if (data.everyone) audiences.set(data.groupId, 'everyone');
  audiences.delete(data.senderId);
  return audiences;
};

/** The people whom a message concerns. An edit changes whom a text names, not who was alerted. */
export const concerns = {
  MessagePosted: [
    putAll(
      'concerns',
      (event: Posted, read) => {
        const { messageId, groupId, senderId } = event.data;
        const of = { messageId, groupId, senderId, order: event.position, at: event.recordedAt };
        return [...audiencesOf(event, read)].map(([audienceId, kind]) => ({
          id: concernId(messageId, audienceId),
          audienceId,
          kind,
          ...of,
        }));
      },
      readReplied,
    ),
  ],
  MessageDeleted: [removeWhere('concerns', ({ data }) => ({ messageId: data.messageId }))],
  MessageRemoved: [removeWhere('concerns', ({ data }) => ({ messageId: data.messageId }))],
  EntryCancelled: [removeWhere('concerns', ({ data }) => ({ messageId: data.entryId }))],
} satisfies Handlers;
