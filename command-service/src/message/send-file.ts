import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { sendFileFields } from '@quorum/contracts/message/wire.ts';
import type { RuleOf } from '@quorum/contracts/routes.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { personSubject } from '@quorum/domain/event-definition.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { recordFile, removeFile } from '../file/files.ts';
import { onceReceived, uploadsTo } from '../file/upload-storage.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { respond } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { CommandMetadata, FileContext } from '../handling/context.ts';
import { refuseEndedSession } from '../session/authenticate.ts';
import { type ReceivedFile, receiveUpload } from '../uploads/receive-upload.ts';
import { storeMessageFile } from '../uploads/store-images.ts';
import { messageRule } from '../uploads/upload-rules.ts';
import { answerMessage } from './answer.ts';
import { factsOfNew } from './commands.ts';

type Fields = ReadonlyMap<string, string>;

type Received = { readonly file: ReceivedFile; readonly fields: Fields };

type Outcome = Accepted<Message> | Refusal;

/** Who posts the file, and as which message. */
type Posting = {
  readonly groupId: string;
  readonly messageId: string;
  readonly metadata: CommandMetadata;
  readonly permission: RuleOf<'sendFile'>;
};

const fieldsOf = (fields: Fields) => sendFileFields.safeParse(Object.fromEntries(fields));

const messageIdOf = (given: string | undefined, metadata: CommandMetadata): string =>
  given ?? deterministicUuid(`message ${metadata.commandId}`);

/** Checks the permission before the bytes are read or stored. It is checked again when the message is posted. */
const refuseChat = async (
  context: FileContext,
  { groupId, metadata, permission }: Omit<Posting, 'messageId'>,
): Promise<Refusal | undefined> => {
  const facts = await factsOfNew(context, { groupId, replyTo: null }, metadata.actorId);
  return isRefusal(facts) ? facts : permission(facts);
};

/** Uses the fields that arrived before the file, and skips messages that already exist. */
const refuseEarly = async (
  context: FileContext,
  fields: Fields,
  { metadata, permission }: Pick<Posting, 'metadata' | 'permission'>,
): Promise<Refusal | undefined> => {
  const early = fieldsOf(fields);
  if (!early.success) return undefined;
  const stream = messageStream(messageIdOf(early.data.id, metadata));
  if (await context.aggregates.knows(messageDecider, stream, metadata.commandId)) return undefined;
  return refuseChat(context, { groupId: early.data.groupId, metadata, permission });
};

const refuseFields = ({ issues }: { readonly issues: readonly { readonly message: string }[] }): Refusal =>
  refuse('request/invalid', { text: issues[0]?.message ?? 'Invalid input' });

/** Posts a received file as a message. If no message results, no file is left behind. */
const postFile = async (
  context: FileContext,
  { file, fields: given }: Received,
  { metadata, permission }: Pick<Posting, 'metadata' | 'permission'>,
): Promise<Outcome> => {
  const { aggregates, files } = context;
  const leave = async (outcome: Outcome): Promise<Outcome> => {
    await files.remove(file.id);
    return outcome;
  };
  const fields = fieldsOf(given);
  if (!fields.success) return leave(refuseFields(fields.error));
  const { groupId, id } = fields.data;
  const messageId = messageIdOf(id, metadata);
  const earlier = await aggregates.repeated(messageDecider, messageStream(messageId), metadata);
  if (earlier !== undefined) return leave(earlier);
  const refusal = await refuseChat(context, { groupId, metadata, permission });
  if (refusal !== undefined) return leave(refusal);
  return storeAndPost(context, file, { groupId, messageId, metadata, permission });
};

/** Only images have a size in pixels. */
const pixelsOf = ({ width, height }: { readonly width?: number; readonly height?: number }) => ({
  width: width ?? null,
  height: height ?? null,
});

/** Processes the file, records it, and posts the message that names it. */
const storeAndPost = async (context: FileContext, received: ReceivedFile, posting: Posting): Promise<Outcome> => {
  const { files, ids } = context;
  const { groupId, messageId, metadata } = posting;
  const stored = await storeMessageFile(
    { store: files, newId: () => ids.uuid(), subject: personSubject(metadata.actorId) },
    received,
  );
  if (isRefusal(stored)) {
    await files.remove(received.id);
    return stored;
  }
  const { kind, file, preview } = stored;
  const { name: fileName } = received;
  const common = { ownerId: metadata.actorId, groupId, messageId, name: fileName };
  const { fileId, size, mimeType } = file;
  await recordFile(context, { ...common, fileId, purpose: 'message', mimeType, size, ...pixelsOf(file) }, metadata);
  if (preview !== undefined) await recordFile(context, { ...common, ...preview, purpose: 'message-preview' }, metadata);
  const message = { messageId, groupId, senderId: metadata.actorId, kind, text: '', replyTo: null, file, fileName };
  // If this fails with an unknown outcome, the message may exist, so its files stay until that is known (see
  // `removeOrphanedFiles`).
  const sent = await post(context, message, posting);
  if (isRefusal(sent) || sent.repeated || sent.events.length === 0) {
    const drop = { ...metadata, commandId: `${metadata.commandId}:drop` };
    await removeFile(context, fileId, drop);
    if (preview !== undefined) await removeFile(context, preview.fileId, drop);
  }
  return sent;
};

const post = (
  context: FileContext,
  message: DataOf<'MessagePosted'>,
  { metadata, permission }: Posting,
): Promise<Outcome> =>
  context.aggregates.handle({
    decider: messageDecider,
    stream: messageStream(message.messageId),
    command: { type: 'PostMessage', message },
    metadata,
    permission,
    facts: async () => (await refuseEndedSession(context, metadata)) ?? factsOfNew(context, message, metadata.actorId),
  });

export const sendFile =
  (context: FileContext): Handlers<'command'>['sendFile'] =>
  async (call, permission) => {
    const received = await receiveUpload(call.raw.request, {
      ...uploadsTo(context, call),
      field: 'file',
      textFields: ['groupId', 'id'],
      rule: messageRule,
      accept: (fields) => refuseEarly(context, fields, { metadata: metadataOf(call), permission }),
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, { ...received, takenOver: true }, async (metadata) =>
      respond(await postFile(context, received, { metadata, permission }), (accepted) =>
        answerMessage(context, accepted, metadata.actorId),
      ),
    );
  };
