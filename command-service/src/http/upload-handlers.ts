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
import { type Cause, type Context, metadataOf } from '../application/context.ts';
import { sendFile } from '../application/file-messages.ts';
import { recordFile, removeFile } from '../application/files.ts';
import { changeGroup } from '../application/groups.ts';
import { brokenGroupImage, brokenPicture, keepOrDrop, receivePicture } from '../application/pictures.ts';
import { fileAggregate } from '../domain/file/file.ts';
import { decideChangeImage } from '../domain/group/decide.ts';
import { type Group, groupAggregate, standing } from '../domain/group/group.ts';
import { decideChangePicture } from '../domain/user/decide.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import { groupImageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type UploadRoutes = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

/** The same for a repeat of the command, so that it leaves one picture. */
const pictureId = ({ uuidFrom }: Context, { commandId }: Cause): string => uuidFrom(`picture ${commandId}`);

export const uploadHandlers = (context: Context): Pick<Handlers<'command'>, UploadRoutes> => ({
  uploadProfilePicture: async (call) => {
    const cause = causeOf(call);
    const answer = (accepted: Accepted<User>) => ({
      body: { user: userView(accepted.state, linkOf(context)) },
      position: accepted.position,
    });
    const earlier = await context.aggregates.repeated(userAggregate, userStream(cause.actorId), metadataOf(cause));
    if (earlier !== undefined) return isRefusal(earlier) ? earlier : answer(earlier);
    const picture = await receivePicture(context, call.raw.request, {
      field: 'profilePicture',
      rule: profilePictureRule,
      broken: brokenPicture,
      fileId: pictureId(context, cause),
    });
    if (isRefusal(picture)) return picture;
    const former: { pictureId: string | null } = { pictureId: null };
    const changed = await keepOrDrop(context, picture.fileId, cause, async () => {
      const file = { ...picture, ownerId: cause.actorId, groupId: null, purpose: 'profile-picture' as const };
      return (
        (await recordFile(context, file, cause)) ??
        changeUser(context, cause, (user) => {
          former.pictureId = user.pictureId;
          return decideChangePicture(user, picture.fileId);
        })
      );
    });
    if (isRefusal(changed)) return changed;
    if (former.pictureId !== null && former.pictureId !== picture.fileId) {
      await removeFile(context, former.pictureId, { ...cause, commandId: `${cause.commandId}:former` });
    }
    return answer(changed);
  },

  uploadGroupImage: async (call) => {
    const cause = causeOf(call);
    const fileId = pictureId(context, cause);
    const earlier = await context.aggregates.repeated(fileAggregate, fileStream(fileId), metadataOf(cause));
    if (earlier !== undefined)
      return isRefusal(earlier) ? earlier : { body: { groupImageUrl: linkOf(context)(fileId) } };
    const image = await receivePicture(context, call.raw.request, {
      field: 'groupImage',
      rule: groupImageRule,
      broken: brokenGroupImage,
      fileId,
    });
    if (isRefusal(image)) return image;
    const file = { ...image, ownerId: cause.actorId, groupId: null, purpose: 'group-image' as const };
    const refused = await keepOrDrop(context, image.fileId, cause, () => recordFile(context, file, cause));
    return refused ?? { body: { groupImageUrl: linkOf(context)(image.fileId) } };
  },

  uploadImageOfGroup: async (call) => {
    const cause = causeOf(call);
    const groupId = call.params.id;
    if (!isId(groupId)) return refuse('group/not-found');
    const answer = async (accepted: Accepted<Group>) =>
      (await refuseRepeat(context, accepted, groupId, cause.actorId)) ?? {
        body: { group: await answerGroup(context, accepted.state, cause.actorId, call.origin) },
        position: accepted.position,
      };
    const earlier = await context.aggregates.repeated(groupAggregate, groupStream(groupId), metadataOf(cause));
    if (earlier !== undefined) return isRefusal(earlier) ? earlier : answer(earlier);
    const image = await receivePicture(context, call.raw.request, {
      field: 'image',
      rule: groupImageRule,
      broken: brokenGroupImage,
      fileId: pictureId(context, cause),
      accept: async () => {
        const group = await context.aggregates.load(groupAggregate, groupStream(groupId));
        return group.status === 'active'
          ? rules.editDetails(standing(group, cause.actorId))
          : refuse('group/not-found');
      },
    });
    if (isRefusal(image)) return image;
    const changed = await keepOrDrop(context, image.fileId, cause, async () => {
      const file = { ...image, ownerId: cause.actorId, groupId, purpose: 'group-image' as const };
      return (
        (await recordFile(context, file, cause)) ??
        changeGroup(context, groupId, cause, (group) => decideChangeImage(group, cause.actorId, image.fileId))
      );
    });
    return isRefusal(changed) ? changed : answer(changed);
  },

  sendFile: async (call) => {
    const cause = causeOf(call);
    const sent = await sendFile(context, call.raw.request, cause);
    if (isRefusal(sent)) return sent;
    const refusal = await refuseRepeat(context, sent, sent.state.groupId, cause.actorId);
    if (refusal !== undefined) return refusal;
    return { body: { message: await answerMessage(context, sent.state) }, position: sent.position };
  },
});
