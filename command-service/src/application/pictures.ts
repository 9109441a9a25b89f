import { fileStream } from '@quorum/contracts/events/file.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { fileAggregate } from '../domain/file/file.ts';
import { decideChangeImage } from '../domain/group/decide.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { decideChangePicture } from '../domain/user/decide.ts';
import { userAggregate } from '../domain/user/user.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { storePicture } from '../uploads/store-images.ts';
import { changeUser, type UserOutcome } from './account.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { type KeptFile, recordFile, removeFile } from './files.ts';
import { changeGroup, type GroupOutcome } from './groups.ts';

/** What a picture is for, and the refusal of what looks like an image and is none. */
type Use = Pick<KeptFile, 'purpose' | 'groupId'> & { readonly broken: Refusal };

const profilePicture: Use = { purpose: 'profile-picture', groupId: null, broken: refuse('upload/not-an-image') };

/** @param groupId `null` while the group does not exist. */
export const groupImage = (groupId: string | null): Use => ({
  purpose: 'group-image',
  groupId,
  broken: refuse('upload/not-a-group-image'),
});

/** Makes a picture of an upload and records it as kept; nothing is left of the upload itself. */
const keepPicture = async (
  context: Context,
  upload: ReceivedFile,
  fileId: string,
  { broken, ...use }: Use,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const stored = await storePicture({ store: context.files, newId: () => fileId }, upload);
  if (stored === undefined) return broken;
  if (isRefusal(stored)) return stored;
  return recordFile(context, { ...stored, ...use, ownerId: cause.actorId, name: upload.name }, cause);
};

/**
 * Keeps a picture and runs the command that it is meant for. It is taken back, and the record of it, when that was refused, or had
 * another one before.
 */
export const withPicture = async <S>(
  context: Context,
  upload: ReceivedFile,
  use: Use,
  cause: Cause,
  run: (fileId: string) => Promise<Accepted<S> | Refusal>,
): Promise<Accepted<S> | Refusal> => {
  const fileId = context.ids.uuid();
  // Should either fail without an outcome, the command may have taken effect: the picture stays until that is known.
  const outcome = (await keepPicture(context, upload, fileId, use, cause)) ?? (await run(fileId));
  if (isRefusal(outcome) || outcome.repeated) {
    await removeFile(context, fileId, { ...cause, commandId: `${cause.commandId}:drop` });
  }
  return outcome;
};

export const changeProfilePicture = async (
  context: Context,
  upload: ReceivedFile,
  cause: Cause,
): Promise<UserOutcome> => {
  const earlier = await context.aggregates.repeated(userAggregate, userStream(cause.actorId), metadataOf(cause));
  if (earlier !== undefined) return earlier;
  return withPicture(context, upload, profilePicture, cause, (fileId) =>
    changeUser(context, cause, (user) => decideChangePicture(user, fileId)),
  );
};

/** Keeps an image for a group that is still to be created. @returns the file's id. */
export const keepImageOfNewGroup = async (
  context: Context,
  upload: ReceivedFile,
  cause: Cause,
): Promise<{ readonly fileId: string } | Refusal> => {
  // The same for a repeat of the command, so that it leaves one picture.
  const fileId = context.uuidFrom(`picture ${cause.commandId}`);
  const earlier = await context.aggregates.repeated(fileAggregate, fileStream(fileId), metadataOf(cause));
  if (earlier !== undefined) return isRefusal(earlier) ? earlier : { fileId };
  return (await keepPicture(context, upload, fileId, groupImage(null), cause)) ?? { fileId };
};

/** Whether the person may change a group's image: asked before it is uploaded, and not of a repeat. */
export const refuseImageOfGroup = async (
  { aggregates }: Context,
  groupId: string,
  { actorId, commandId }: Cause,
): Promise<Refusal | undefined> => {
  if (await aggregates.knows(groupAggregate, groupStream(groupId), commandId)) return undefined;
  const group = await aggregates.load(groupAggregate, groupStream(groupId));
  return group.status === 'active' ? rules.editDetails(standing(group, actorId)) : refuse('group/not-found');
};

export const changeImageOfGroup = async (
  context: Context,
  groupId: string,
  upload: ReceivedFile,
  cause: Cause,
): Promise<GroupOutcome> => {
  const earlier = await context.aggregates.repeated(groupAggregate, groupStream(groupId), metadataOf(cause));
  if (earlier !== undefined) return earlier;
  return withPicture(context, upload, groupImage(groupId), cause, (fileId) =>
    changeGroup(context, groupId, cause, (group) => decideChangeImage(group, cause.actorId, fileId)),
  );
};
