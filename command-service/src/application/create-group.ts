import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { cleanDetails, type GroupDetails, type GroupOutcome } from './groups.ts';
import { handle } from './handle.ts';
import { claimCodes } from './join-codes.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { type Counting, refuseNewGroup } from './owned-groups.ts';
import { groupImage, withPicture } from './pictures.ts';

type Creating = Counting & Pick<Context, 'ids' | 'uuidFrom'>;

type Body = BodyOf<'createGroup'>;
type NewGroup = GroupDetails & { readonly settings: GroupSettings | undefined; readonly imageId: string | null };

/** The same for a repeat of the command, so that only one group is created. */
const groupIdOf = ({ uuidFrom }: Pick<Context, 'uuidFrom'>, cause: Cause): string =>
  uuidFrom(`group ${cause.commandId}`);

/**
 * The file behind an address that `upload-group-image` returned to this person.
 * @returns the file's id, or `null` if no address was given.
 */
const resolveGroupImage = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  imageUrl: string | null,
  actorId: string,
): Promise<string | null | Refusal> => {
  if (imageUrl === null || imageUrl === '') return null;
  const fileId = /\/files\/([\w-]+)(?:\?|$)/.exec(imageUrl)?.[1];
  if (fileId === undefined) return refuse('upload/image-unknown');
  const file = await aggregates.load(fileDecider, fileStream(fileId));
  const usable = file.status === 'stored' && file.purpose === 'group-image' && file.ownerId === actorId;
  return usable ? fileId : refuse('upload/image-unknown');
};

/** Creates a group, with the image that was uploaded earlier, if any. */
export const createGroup = async (context: Creating, body: Body, cause: Cause): Promise<GroupOutcome> => {
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const imageId = await resolveGroupImage(context, body.imageUrl ?? null, cause.actorId);
  if (isRefusal(imageId)) return imageId;
  return create(context, { ...details, settings: body.settings, imageId }, cause);
};

/** Creates a group with the image in the same request. */
export const createGroupWithImage = async (
  context: Creating & Pick<Context, 'files'>,
  body: Body,
  upload: ReceivedFile,
  cause: Cause,
): Promise<GroupOutcome> => {
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const stream = groupStream(groupIdOf(context, cause));
  const earlier = await context.aggregates.repeated(groupDecider, stream, metadataOf(cause));
  if (earlier !== undefined) return earlier;
  return withPicture(context, { upload, use: groupImage(null) }, cause, (imageId) =>
    create(context, { ...details, settings: body.settings, imageId }, cause),
  );
};

/** New groups of one account queue up, so that each is counted before the next. */
const creations = new KeyedQueue();

const create = (context: Creating, group: NewGroup, cause: Cause): Promise<GroupOutcome> =>
  creations.run(cause.actorId, async () => {
    const groupId = groupIdOf(context, cause);
    const earlier = await context.aggregates.repeated(groupDecider, groupStream(groupId), metadataOf(cause));
    if (earlier !== undefined) return earlier;
    return (await refuseNewGroup(context, groupId, cause)) ?? createWithCodes(context, groupId, group, cause);
  });

/** Reserves both codes before the group exists. A crash in between wastes two codes but never shares one. */
const createWithCodes = (
  context: Pick<Context, 'aggregates' | 'ids' | 'reads'>,
  groupId: string,
  group: NewGroup,
  cause: Cause,
): Promise<GroupOutcome> => {
  const { settings = defaultGroupSettings, ...facts } = group;
  return handle(context.aggregates, {
    decider: groupDecider,
    stream: groupStream(groupId),
    command: { type: 'CreateGroup', group: { groupId, ownerId: cause.actorId, ...facts, settings } },
    cause,
    facts: async ({ status }) => {
      const codes = status === 'none' ? await claimCodes(context, groupId, cause) : undefined;
      return isRefusal(codes) ? codes : { actorId: cause.actorId, codes };
    },
  });
};
