import { messageStream } from '@quorum/contracts/events/message.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { sendFileFields } from '@quorum/contracts/wire/schemas/messages.ts';
import { decidePost } from '../domain/message/decide.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { storeMessageFile } from '../uploads/store-images.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { recordFile, removeFile } from './files.ts';
import { refuseChat } from './messages.ts';

type Fields = ReadonlyMap<string, string>;

const fieldsOf = (fields: Fields) => sendFileFields.safeParse(Object.fromEntries(fields));

const messageIdOf = ({ uuidFrom }: Context, given: string | undefined, cause: Cause): string =>
  given ?? uuidFrom(`message ${cause.commandId}`);

/**
 * Whether the sender may post a file, asked before its bytes are read: as far as the fields sent first tell, and not of a message
 * that is there already.
 */
export const refuseFileEarly = async (context: Context, fields: Fields, cause: Cause): Promise<Refusal | undefined> => {
  const early = fieldsOf(fields);
  if (!early.success) return undefined;
  const stream = messageStream(messageIdOf(context, early.data.id, cause));
  if (await context.aggregates.knows(messageAggregate, stream, cause.commandId)) return undefined;
  return refuseChat(context, early.data.groupId, cause.actorId);
};

/** Posts a file that was received as a message. What does not end in a message leaves no file behind. */
export const postFile = async (
  context: Context,
  received: { readonly file: ReceivedFile; readonly fields: Fields },
  cause: Cause,
): Promise<Accepted<Message> | Refusal> => {
  const { aggregates, files } = context;
  const { file } = received;
  const fields = fieldsOf(received.fields);
  const leave = async (outcome: Accepted<Message> | Refusal): Promise<Accepted<Message> | Refusal> => {
    await files.remove(file.id);
    return outcome;
  };
  if (!fields.success) {
    return leave(refuse('request/invalid', { text: fields.error.issues[0]?.message ?? 'Invalid input' }));
  }
  const { groupId } = fields.data;
  const messageId = messageIdOf(context, fields.data.id, cause);
  const earlier = await aggregates.repeated(messageAggregate, messageStream(messageId), metadataOf(cause));
  if (earlier !== undefined) return leave(earlier);
  const refusal = await refuseChat(context, groupId, cause.actorId);
  if (refusal !== undefined) return leave(refusal);
  return post(context, file, { groupId, messageId }, cause);
};

/** Makes what is kept of the file, records it, and posts the message that names it. */
const post = async (
  context: Context,
  received: ReceivedFile,
  { groupId, messageId }: { readonly groupId: string; readonly messageId: string },
  cause: Cause,
): Promise<Accepted<Message> | Refusal> => {
  const { aggregates, files, ids } = context;
  const stored = await storeMessageFile({ store: files, newId: () => ids.uuid() }, received);
  if (isRefusal(stored)) {
    await files.remove(received.id);
    return stored;
  }
  const { kind, file, preview } = stored;
  const { fileId, size, mimeType, width = null, height = null } = file;
  const { name: fileName } = received;
  const common = { ownerId: cause.actorId, groupId, messageId, name: fileName };
  await recordFile(context, { ...common, fileId, purpose: 'message', mimeType, size, width, height }, cause);
  if (preview !== undefined) await recordFile(context, { ...common, ...preview, purpose: 'message-preview' }, cause);
  const posted = { messageId, groupId, senderId: cause.actorId, kind, text: '', replyTo: null, file, fileName };
  // Should this fail without an outcome, the message may be there: its files stay until that is known (see `tidyFiles`).
  const sent = await aggregates.handle(
    messageAggregate,
    messageStream(messageId),
    metadataOf(cause),
    async (message) => (await refuseChat(context, groupId, cause.actorId)) ?? decidePost(message, posted),
  );
  if (isRefusal(sent) || sent.repeated || sent.events.length === 0) {
    const drop = { ...cause, commandId: `${cause.commandId}:drop` };
    await removeFile(context, fileId, drop);
    if (preview !== undefined) await removeFile(context, preview.fileId, drop);
  }
  return sent;
};
