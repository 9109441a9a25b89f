import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { RuleOf } from '@quorum/contracts/routes.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream, sealingSubject } from '@quorum/domain/file/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { changeUser, type UserOutcome } from '../account/change-user.ts';
import type { GroupOutcome } from '../group/details.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { CommandMetadata, FileContext } from '../handling/context.ts';
import { refuseEndedSession } from '../session/authenticate.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { storePicture } from '../uploads/store-images.ts';
import { type FileOutcome, recordFile, removeFile } from './files.ts';

/** The purpose of a picture. */
type Use = Pick<DataOf<'FileStored'>, 'purpose' | 'groupId'>;

const profilePicture: Use = { purpose: 'profile-picture', groupId: null };

/** @param groupId `null` if the group does not exist yet. */
export const groupImage = (groupId: string | null): Use => ({ purpose: 'group-image', groupId });

/** An upload, and the purpose of the picture made from it. */
type Picture = { readonly upload: ReceivedFile; readonly use: Use };

/** Makes a picture from an upload and records it. The upload itself is not kept. */
const keepPicture = async (
  context: FileContext,
  { upload, use }: Picture,
  fileId: string,
  metadata: CommandMetadata,
): Promise<FileOutcome> => {
  const subject = sealingSubject({ ...use, fileId, ownerId: metadata.actorId });
  const stored = await storePicture({ store: context.files, newId: () => fileId, subject }, upload);
  if (isRefusal(stored)) return stored;
  // Making the picture takes a while, and the session may have ended.
  const ended = await refuseEndedSession(context, metadata);
  if (ended !== undefined) return ended;
  return recordFile(context, { ...stored, ...use, ownerId: metadata.actorId, name: upload.name }, metadata);
};

/**
 * Stores a picture and runs the command that uses it. If the command is refused, or already used another picture before, the
 * picture and its record are removed again.
 */
export const withPicture = async <S>(
  context: FileContext,
  picture: Picture,
  metadata: CommandMetadata,
  run: (fileId: string) => Promise<Accepted<S> | Refusal>,
): Promise<Accepted<S> | Refusal> => {
  const fileId = context.ids.uuid();
  // If either fails with an unknown outcome, the command may have taken effect, so the picture stays until that is known.
  const kept = await keepPicture(context, picture, fileId, metadata);
  const outcome = isRefusal(kept) ? kept : await run(fileId);
  if (isRefusal(outcome) || outcome.repeated) {
    await removeFile(context, fileId, { ...metadata, commandId: `${metadata.commandId}:drop` });
  }
  return outcome;
};

export const changeProfilePicture = async (
  context: FileContext,
  upload: ReceivedFile,
  metadata: CommandMetadata,
): Promise<UserOutcome> => {
  const earlier = await context.aggregates.repeated(userDecider, userStream(metadata.actorId), metadata);
  if (earlier !== undefined) return earlier;
  return withPicture(context, { upload, use: profilePicture }, metadata, (fileId) =>
    changeUser(context, { type: 'ChangePicture', fileId }, metadata),
  );
};

/** Stores an image for a group that does not exist yet. @returns the file's id, and the position from which it can be used */
export const keepImageOfNewGroup = async (
  context: FileContext,
  upload: ReceivedFile,
  metadata: CommandMetadata,
): Promise<{ readonly fileId: string; readonly position: string } | Refusal> => {
  // The same for a repeat of the command, so that it leaves one picture.
  const fileId = deterministicUuid(`picture ${metadata.commandId}`);
  const earlier = await context.aggregates.repeated(fileDecider, fileStream(fileId), metadata);
  const kept = earlier ?? (await keepPicture(context, { upload, use: groupImage(null) }, fileId, metadata));
  if (!isRefusal(kept)) return { fileId, position: kept.position };
  // Only this refusal comes after the picture was stored here. With others, another process may be storing it for the same command.
  if (kept.refused === 'session/invalid')
    await removeFile(context, fileId, { ...metadata, commandId: `${metadata.commandId}:drop` });
  return kept;
};

/** A change of the image of a group. */
export type ImageChange = {
  readonly groupId: string;
  readonly metadata: CommandMetadata;
  readonly permission: RuleOf<'uploadImageOfGroup'>;
};

const standingIn = (group: Group, actorId: string): InGroup | Refusal =>
  group.status === 'active' ? standing(group, actorId) : refuse('group/not-a-member');

/** Checks the permission before the image is uploaded, except for a repeat. It is checked again when the image is changed. */
export const refuseImageOfGroup = async (
  { aggregates }: FileContext,
  { groupId, metadata: { actorId, commandId }, permission }: ImageChange,
): Promise<Refusal | undefined> => {
  if (await aggregates.knows(groupDecider, groupStream(groupId), commandId)) return undefined;
  const facts = standingIn(await aggregates.load(groupDecider, groupStream(groupId)), actorId);
  return isRefusal(facts) ? facts : permission(facts);
};

export const changeImageOfGroup = async (
  context: FileContext,
  upload: ReceivedFile,
  { groupId, metadata, permission }: ImageChange,
): Promise<GroupOutcome> => {
  const stream = groupStream(groupId);
  const earlier = await context.aggregates.repeated(groupDecider, stream, metadata);
  if (earlier !== undefined) return earlier;
  return withPicture(context, { upload, use: groupImage(groupId) }, metadata, (fileId) =>
    context.aggregates.handle({
      decider: groupDecider,
      stream,
      command: { type: 'ChangeImage', fileId },
      metadata,
      permission,
      facts: (group) => standingIn(group, metadata.actorId),
    }),
  );
};
