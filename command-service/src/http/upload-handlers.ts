import { userView } from '@quorum/contracts/documents/present.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { changeUser } from '../application/account.ts';
import { answerGroup, answerMessage, linkOf } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { sendFile } from '../application/file-messages.ts';
import { recordFile } from '../application/files.ts';
import { changeGroup } from '../application/groups.ts';
import { brokenGroupImage, brokenPicture, keepOrDrop, receivePicture } from '../application/pictures.ts';
import { decideChangeImage } from '../domain/group/decide.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { decideChangePicture } from '../domain/user/decide.ts';
import { groupImageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type UploadRoutes = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

export const uploadHandlers = (context: Context): Pick<Handlers<'command'>, UploadRoutes> => ({
  uploadProfilePicture: async (call) => {
    const cause = causeOf(call);
    const picture = await receivePicture(context, call.raw.request, {
      field: 'profilePicture',
      rule: profilePictureRule,
      broken: brokenPicture,
    });
    if (isRefusal(picture)) return picture;
    const changed = await keepOrDrop(context, picture.fileId, async () => {
      const file = { ...picture, ownerId: cause.actorId, groupId: null, purpose: 'profile-picture' as const };
      return (
        (await recordFile(context, file, cause)) ??
        changeUser(context, cause, (user) => decideChangePicture(user, picture.fileId))
      );
    });
    if (isRefusal(changed)) return changed;
    return { body: { user: userView(changed.state, linkOf(context)) }, position: changed.position };
  },

  uploadGroupImage: async (call) => {
    const cause = causeOf(call);
    const image = await receivePicture(context, call.raw.request, {
      field: 'groupImage',
      rule: groupImageRule,
      broken: brokenGroupImage,
    });
    if (isRefusal(image)) return image;
    const file = { ...image, ownerId: cause.actorId, groupId: null, purpose: 'group-image' as const };
    const refused = await keepOrDrop(context, image.fileId, () => recordFile(context, file, cause));
    return refused ?? { body: { groupImageUrl: linkOf(context)(image.fileId) } };
  },

  uploadImageOfGroup: async (call) => {
    const cause = causeOf(call);
    const groupId = call.params.id;
    if (!isId(groupId)) return refuse('group/not-found');
    const image = await receivePicture(context, call.raw.request, {
      field: 'image',
      rule: groupImageRule,
      broken: brokenGroupImage,
      accept: async () => {
        const group = await context.aggregates.load(groupAggregate, groupStream(groupId));
        return group.status === 'active'
          ? rules.editDetails(standing(group, cause.actorId))
          : refuse('group/not-found');
      },
    });
    if (isRefusal(image)) return image;
    const changed = await keepOrDrop(context, image.fileId, async () => {
      const file = { ...image, ownerId: cause.actorId, groupId, purpose: 'group-image' as const };
      return (
        (await recordFile(context, file, cause)) ??
        changeGroup(context, groupId, cause, (group) => decideChangeImage(group, cause.actorId, image.fileId))
      );
    });
    if (isRefusal(changed)) return changed;
    return {
      body: { group: await answerGroup(context, changed.state, cause.actorId, call.origin) },
      position: changed.position,
    };
  },

  sendFile: async (call) => {
    const sent = await sendFile(context, call.raw.request, causeOf(call));
    if (isRefusal(sent)) return sent;
    return { body: { message: await answerMessage(context, sent.state) }, position: sent.position };
  },
});
