import type { IncomingMessage } from 'node:http';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { sendFileFields } from '@quorum/contracts/wire/schemas/messages.ts';
import { decidePost } from '../domain/message/decide.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { storeMessageFile } from '../uploads/store-images.ts';
import { messageRule } from '../uploads/upload-rules.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { recordFile } from './files.ts';
import { refuseChat } from './messages.ts';

const fieldsOf = (fields: ReadonlyMap<string, string>) => sendFileFields.safeParse(Object.fromEntries(fields));

/**
 * Receives a file and posts it as a message. Whether the sender may post is asked before the bytes are read when the group
 * is named first, and again afterwards. What does not end in a message leaves no file behind.
 */
export const sendFile = async (
  context: Context,
  request: IncomingMessage,
  cause: Cause,
): Promise<Accepted<Message> | Refusal> => {
  const { aggregates, files, ids, uuidFrom } = context;
  const newId = () => ids.uuid();
  const received = await receiveUpload(request, {
    field: 'file',
    textFields: ['groupId', 'id'],
    rule: messageRule,
    store: files,
    newId,
    accept: async (given) => {
      const early = fieldsOf(given);
      return early.success ? refuseChat(context, early.data.groupId, cause.actorId) : undefined;
    },
  });
  if (!received.ok) return received.refusal;

  const leftovers = new Set([received.file.id]);
  try {
    const fields = fieldsOf(received.fields);
    if (!fields.success) return refuse('request/invalid', { text: fields.error.issues[0]?.message ?? 'Invalid input' });
    const { groupId, id } = fields.data;
    const refusal = await refuseChat(context, groupId, cause.actorId);
    if (refusal !== undefined) return refusal;

    const { kind, file, preview } = await storeMessageFile({ store: files, newId }, received.file);
    leftovers.add(file.fileId);
    if (preview !== undefined) leftovers.add(preview.fileId);

    const messageId = id ?? uuidFrom(`message ${cause.commandId}`);
    const { name: fileName } = received.file;
    const posted = { messageId, groupId, senderId: cause.actorId, kind, text: '', replyTo: null, file, fileName };
    const common = { ownerId: cause.actorId, groupId, name: fileName };
    const { size, mimeType, width = null, height = null } = file;
    await recordFile(
      context,
      { ...common, fileId: file.fileId, purpose: 'message', mimeType, size, width, height },
      cause,
    );
    if (preview !== undefined) await recordFile(context, { ...common, ...preview, purpose: 'message-preview' }, cause);
    const sent = await aggregates.handle(messageAggregate, messageStream(messageId), metadataOf(cause), (message) =>
      decidePost(message, posted),
    );
    if (!isRefusal(sent) && !sent.repeated) leftovers.clear();
    return sent;
  } finally {
    for (const fileId of leftovers) await files.remove(fileId);
  }
};
