import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { fileAddress } from '@quorum/service-kit/reads/media.ts';
import { answerUser } from '../account/answer.ts';
import { answerGroup } from '../group/answer.ts';
import { replyWith } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { FileContext } from '../handling/context.ts';
import { idInPath } from '../handling/row.ts';
import { sendFile } from '../message/send-file.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { groupImageRule, profilePictureRule } from '../uploads/upload-rules.ts';
import { changeImageOfGroup, changeProfilePicture, keepImageOfNewGroup, refuseImageOfGroup } from './pictures.ts';
import { onceReceived, uploadsTo } from './upload-storage.ts';

export const uploadHandlers = (context: FileContext) =>
  ({
    uploadProfilePicture: async (call) => {
      const received = await receiveUpload(call.raw.request, {
        ...uploadsTo(context, call),
        field: 'profilePicture',
        rule: profilePictureRule,
      });
      if (!received.ok) return received.refusal;
      return onceReceived(context, call, received, (metadata) =>
        replyWith('user', changeProfilePicture(context, received.file, metadata), ({ state }) =>
          answerUser(context, state),
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
      return onceReceived(context, call, received, async (metadata) => {
        const kept = await keepImageOfNewGroup(context, received.file, metadata);
        if (isRefusal(kept)) return kept;
        return { body: { groupImageUrl: fileAddress(kept.fileId) }, position: kept.position };
      });
    },

    uploadImageOfGroup: async (call, permission) => {
      const groupId = idInPath(call.params.id, 'group/not-a-member');
      if (isRefusal(groupId)) return groupId;
      const received = await receiveUpload(call.raw.request, {
        ...uploadsTo(context, call),
        field: 'image',
        rule: groupImageRule,
        accept: () => refuseImageOfGroup(context, { groupId, metadata: metadataOf(call), permission }),
      });
      if (!received.ok) return received.refusal;
      return onceReceived(context, call, received, (metadata) =>
        replyWith('group', changeImageOfGroup(context, received.file, { groupId, metadata, permission }), (accepted) =>
          answerGroup(context, accepted, metadata.actorId, call.origin),
        ),
      );
    },

    sendFile: sendFile(context),
  }) satisfies Partial<Handlers<'command'>>;
