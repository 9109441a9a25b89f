import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { fold, type Handlers, type Reader, type Ref, type Step } from '../model.ts';

type OfMessage = {
  readonly data: { readonly messageId: string; readonly groupId: string; readonly senderId: string };
};

const bytesOf = (text: string | null | undefined): number => (text ? Buffer.byteLength(text) : 0);

/** Bytes as the document has them: in a rebuild, an erased text has none from the start. */
const storedBytes = ({ data }: OfMessage, read: Reader): number => bytesOf(read('messages', data.messageId)?.text);

const readMessage = ({ data }: OfMessage): readonly Ref[] => [{ collection: 'messages', id: data.messageId }];

/** Adds to what the sender has in the chat. */
const add = <E extends OfMessage>(
  bytes: (event: E, read: Reader) => number,
  reads?: (event: E) => readonly Ref[],
): Step<E> =>
  fold(
    'textBytes',
    ({ data }) => ownGroupId(data.senderId, data.groupId),
    (sum, event, read) => {
      const { senderId: userId, groupId } = event.data;
      const added = bytes(event, read);
      if (added === 0) return sum ?? null;
      const all = (sum?.bytes ?? 0) + added;
      return all === 0 ? null : { id: ownGroupId(userId, groupId), userId, groupId, bytes: all };
    },
    reads,
  );

const takeAway = add((event: OfMessage, read) => -storedBytes(event, read), readMessage);

/** Bytes of the texts that each person has in each chat. */
export const textBytes = {
  MessagePosted: [add(({ data }: { data: DataOf<'MessagePosted'> }) => bytesOf(data.text))],
  MessageEdited: [
    add((event: { data: DataOf<'MessageEdited'> }, read) => {
      const message = read('messages', event.data.messageId);
      return message === undefined || message.deleted ? 0 : bytesOf(event.data.text) - bytesOf(message.text);
    }, readMessage),
  ],
  MessageDeleted: [takeAway],
  MessageRemoved: [takeAway],
} satisfies Handlers;
