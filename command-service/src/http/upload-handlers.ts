import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerGroup, answerMessage, answerUser, linkOf } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { postFile, refuseFileEarly } from '../application/file-messages.ts';
import {
  changeImageOfGroup,
  changeProfilePicture,
  keepImageOfNewGroup,
  refuseImageOfGroup,
} from '../application/pictures.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { groupImageRule, messageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { withId } from './ids.ts';
import { onceReceived } from './once-received.ts';
import { replyWith } from './reply.ts';
import { uploadsTo } from './upload-storage.ts';

type UploadRoutes = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

export const uploadHandlers = (context: Context): Pick<Handlers<'command'>, UploadRoutes> => ({
  uploadProfilePicture: async (call) => {
    const received = await receiveUpload(call.raw.request, {
      ...uploadsTo(context, call.actor),
      field: 'profilePicture',
      rule: profilePictureRule,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, (cause) =>
      replyWith('user', changeProfilePicture(context, received.file, cause), (accepted) =>
        answerUser(context, accepted),
      ),
    );
  },

  uploadGroupImage: async (call) => {
    const received = await receiveUpload(call.raw.request, {
      ...uploadsTo(context, call.actor),
      field: 'groupImage',
      rule: groupImageRule,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      const kept = await keepImageOfNewGroup(context, received.file, cause);
      return isRefusal(kept) ? kept : { body: { groupImageUrl: linkOf(context)(kept.fileId) } };
    });
  },

  uploadImageOfGroup: (call) =>
    withId(call.params.id, 'group/not-found', async (groupId) => {
      const received = await receiveUpload(call.raw.request, {
        ...uploadsTo(context, call.actor),
        field: 'image',
        rule: groupImageRule,
        accept: () => refuseImageOfGroup(context, groupId, causeOf(call)),
      });
      if (!received.ok) return received.refusal;
      return onceReceived(context, call, received, (cause) =>
        replyWith('group', changeImageOfGroup(context, groupId, received.file, cause), (accepted) =>
          answerGroup(context, accepted, cause.actorId, call.origin),
        ),
      );
    }),

  sendFile: async (call) => {
    const received = await receiveUpload(call.raw.request, {
      ...uploadsTo(context, call.actor),
      field: 'file',
      textFields: ['groupId', 'id'],
      rule: messageRule,
      accept: (fields) => refuseFileEarly(context, fields, causeOf(call)),
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, { ...received, takenOver: true }, (cause) =>
      replyWith('message', postFile(context, received, cause), (accepted) =>
        answerMessage(context, accepted, cause.actorId),
      ),
    );
  },
});
