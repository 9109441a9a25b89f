import { defaultGroupSettings, type GroupSettings, groupStream } from '@quorum/contracts/events/group.ts';
import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { decideCreate } from '../domain/group/decide.ts';
import { groupAggregate } from '../domain/group/group.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { resolveGroupImage } from './group-images.ts';
import { cleanDetails, type GroupDetails, type GroupOutcome } from './groups.ts';
import { claimLinkCode, claimSixDigitCode } from './join-codes.ts';
import { groupImage, withPicture } from './pictures.ts';

type Body = BodyOf<'createGroup'>;
type NewGroup = GroupDetails & { readonly settings: GroupSettings | undefined; readonly imageId: string | null };

/** The same for a repeat of the command, so that it creates one group. */
const groupIdOf = ({ uuidFrom }: Pick<Context, 'uuidFrom'>, cause: Cause): string =>
  uuidFrom(`group ${cause.commandId}`);

/** Creates a group, with the image that was uploaded for it before, if any. */
export const createGroup = async (context: Context, body: Body, cause: Cause): Promise<GroupOutcome> => {
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const imageId = await resolveGroupImage(context, body.imageUrl ?? null, cause.actorId);
  if (isRefusal(imageId)) return imageId;
  return create(context, { ...details, settings: body.settings, imageId }, cause);
};

/** Creates a group with the image that came along. */
export const createGroupWithImage = async (
  context: Context,
  body: Body,
  upload: ReceivedFile,
  cause: Cause,
): Promise<GroupOutcome> => {
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const stream = groupStream(groupIdOf(context, cause));
  const earlier = await context.aggregates.repeated(groupAggregate, stream, metadataOf(cause));
  if (earlier !== undefined) return earlier;
  return withPicture(context, upload, groupImage(null), cause, (imageId) =>
    create(context, { ...details, settings: body.settings, imageId }, cause),
  );
};

/** Both codes are reserved before the group exists: a crash in between wastes two codes, and never shares one. */
const create = (context: Context, group: NewGroup, cause: Cause): Promise<GroupOutcome> => {
  const groupId = groupIdOf(context, cause);
  const ownerId = cause.actorId;
  return context.aggregates.handle(groupAggregate, groupStream(groupId), metadataOf(cause), async (state) => {
    if (state.status !== 'none') return [];
    const [inviteCode, sixDigitCode] = await Promise.all([
      claimLinkCode(context, groupId, cause),
      claimSixDigitCode(context, groupId, cause),
    ]);
    const { settings = defaultGroupSettings, ...facts } = group;
    return decideCreate(state, { groupId, ownerId, ...facts, settings, inviteCode, sixDigitCode });
  });
};
