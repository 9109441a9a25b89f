import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { answerGroup, answerUser, linkOf } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import {
  changeImageOfGroup,
  changeProfilePicture,
  keepImageOfNewGroup,
  refuseImageOfGroup,
} from '../application/pictures.ts';
import { causeOf } from '../commands/cause.ts';
import { sendFile } from '../commands/file-messages.ts';
import { onceReceived } from '../commands/once-received.ts';
import { uploadsTo } from '../commands/upload-storage.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { groupImageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { withId } from './ids.ts';
import { replyWith } from './reply.ts';

type UploadRoutes = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

export const uploadHandlers = (context: Context): Pick<Handlers<'command'>, UploadRoutes> => ({
  uploadProfilePicture: async (call) => {
    const received = await receiveUpload(call.raw.request, {
      ...uploadsTo(context, call),
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
      ...uploadsTo(context, call),
      field: 'groupImage',
      rule: groupImageRule,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      const kept = await keepImageOfNewGroup(context, received.file, cause);
      if (isRefusal(kept)) return kept;
      const link = linkOf(context, { kind: 'own', viewerId: cause.actorId });
      return { body: { groupImageUrl: link(kept.fileId) } };
    });
  },

  uploadImageOfGroup: (call, permission) =>
    withId(call.params.id, 'group/not-found', async (groupId) => {
      const received = await receiveUpload(call.raw.request, {
        ...uploadsTo(context, call),
        field: 'image',
        rule: groupImageRule,
        accept: () => refuseImageOfGroup(context, { groupId, cause: causeOf(call), permission }),
      });
      if (!received.ok) return received.refusal;
      return onceReceived(context, call, received, (cause) =>
        replyWith('group', changeImageOfGroup(context, received.file, { groupId, cause, permission }), (accepted) =>
          answerGroup(context, accepted, cause.actorId, call.origin),
        ),
      );
    }),

  sendFile: sendFile(context),
});
