import { userView } from '@quorum/contracts/documents/present.ts';
import { fileStream } from '@quorum/contracts/events/file.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { changeUser } from '../application/account.ts';
import type { Accepted } from '../application/aggregates.ts';
import { answerGroup, answerMessage, linkOf, refuseRepeat } from '../application/answers.ts';
import { type Context, metadataOf } from '../application/context.ts';
import { postFile, receiveFile } from '../application/file-messages.ts';
import { recordFile } from '../application/files.ts';
import { changeGroup } from '../application/groups.ts';
import { brokenGroupImage, brokenPicture, keepOrDrop, makePicture } from '../application/pictures.ts';
import { fileAggregate } from '../domain/file/file.ts';
import { decideChangeImage } from '../domain/group/decide.ts';
import { type Group, groupAggregate, standing } from '../domain/group/group.ts';
import { decideChangePicture } from '../domain/user/decide.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { groupImageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';
import { onceReceived } from './once-received.ts';

type UploadRoutes = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

/** Where uploads are put, until it is known what becomes of them. */
const storageOf = ({ files, ids }: Context, { userId }: { readonly userId: string }) => ({
  store: files,
  newId: () => ids.uuid(),
  uploaderId: userId,
});

export const uploadHandlers = (context: Context): Pick<Handlers<'command'>, UploadRoutes> => ({
  uploadProfilePicture: async (call) => {
    const options = { ...storageOf(context, call.actor), field: 'profilePicture', rule: profilePictureRule };
    const received = await receiveUpload(call.raw.request, options);
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      const answer = (accepted: Accepted<User>) => ({
        body: { user: userView(accepted.state, linkOf(context)) },
        position: accepted.position,
      });
      const earlier = await context.aggregates.repeated(userAggregate, userStream(cause.actorId), metadataOf(cause));
      if (earlier !== undefined) return isRefusal(earlier) ? earlier : answer(earlier);
      const picture = await makePicture(context, received.file, context.ids.uuid(), brokenPicture);
      if (isRefusal(picture)) return picture;
      const changed = await keepOrDrop(context, picture.fileId, cause, async () => {
        const file = { ...picture, ownerId: cause.actorId, groupId: null, purpose: 'profile-picture' as const };
        return (
          (await recordFile(context, file, cause)) ??
          changeUser(context, cause, (user) => decideChangePicture(user, picture.fileId))
        );
      });
      return isRefusal(changed) ? changed : answer(changed);
    });
  },

  uploadGroupImage: async (call) => {
    const options = { ...storageOf(context, call.actor), field: 'groupImage', rule: groupImageRule };
    const received = await receiveUpload(call.raw.request, options);
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      // The same for a repeat of the command, so that it leaves one picture.
      const fileId = context.uuidFrom(`picture ${cause.commandId}`);
      const answer = { body: { groupImageUrl: linkOf(context)(fileId) } };
      const earlier = await context.aggregates.repeated(fileAggregate, fileStream(fileId), metadataOf(cause));
      if (earlier !== undefined) return isRefusal(earlier) ? earlier : answer;
      const image = await makePicture(context, received.file, fileId, brokenGroupImage);
      if (isRefusal(image)) return image;
      const file = { ...image, ownerId: cause.actorId, groupId: null, purpose: 'group-image' as const };
      return (await recordFile(context, file, cause)) ?? answer;
    });
  },

  uploadImageOfGroup: async (call) => {
    const groupId = call.params.id;
    if (!isId(groupId)) return refuse('group/not-found');
    const { aggregates, ids } = context;
    const stream = groupStream(groupId);
    const received = await receiveUpload(call.raw.request, {
      ...storageOf(context, call.actor),
      field: 'image',
      rule: groupImageRule,
      accept: async () => {
        if (await aggregates.knows(groupAggregate, stream, call.commandId)) return undefined;
        const group = await aggregates.load(groupAggregate, stream);
        return group.status === 'active'
          ? rules.editDetails(standing(group, call.actor.userId))
          : refuse('group/not-found');
      },
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      const answer = async (accepted: Accepted<Group>) =>
        (await refuseRepeat(context, accepted, groupId, cause.actorId)) ?? {
          body: { group: await answerGroup(context, accepted.state, cause.actorId, call.origin) },
          position: accepted.position,
        };
      const earlier = await aggregates.repeated(groupAggregate, stream, metadataOf(cause));
      if (earlier !== undefined) return isRefusal(earlier) ? earlier : answer(earlier);
      const image = await makePicture(context, received.file, ids.uuid(), brokenGroupImage);
      if (isRefusal(image)) return image;
      const changed = await keepOrDrop(context, image.fileId, cause, async () => {
        const file = { ...image, ownerId: cause.actorId, groupId, purpose: 'group-image' as const };
        return (
          (await recordFile(context, file, cause)) ??
          changeGroup(context, groupId, cause, (group) => decideChangeImage(group, cause.actorId, image.fileId))
        );
      });
      return isRefusal(changed) ? changed : answer(changed);
    });
  },

  sendFile: async (call) => {
    const received = await receiveFile(context, call.raw.request, causeOf(call));
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, { ...received, takenOver: true }, async (cause) => {
      const sent = await postFile(context, received, cause);
      if (isRefusal(sent)) return sent;
      const refusal = await refuseRepeat(context, sent, sent.state.groupId, cause.actorId);
      if (refusal !== undefined) return refusal;
      return { body: { message: await answerMessage(context, sent.state) }, position: sent.position };
    });
  },
});
