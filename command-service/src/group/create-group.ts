import { createGroupBody } from '@quorum/contracts/group/wire.ts';
import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Call, Handlers, Reply } from '@quorum/service-kit/http/call.ts';
import { groupImage, withPicture } from '../file/pictures.ts';
import { onceReceived, uploadsTo } from '../file/upload-storage.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { CommandMetadata, DecideContext, FileContext } from '../handling/context.ts';
import { KeyedQueue } from '../handling/queues.ts';
import { claimCodes } from '../invite/join-codes.ts';
import { withColor } from '../preferences/give-colors.ts';
import { type ReceivedFile, receiveForm } from '../uploads/receive-upload.ts';
import { groupImageRule } from '../uploads/upload-rules.ts';
import { answerGroup } from './answer.ts';
import { cleanDetails, type GroupDetails, type GroupOutcome } from './details.ts';
import { refuseNewGroup } from './owned-groups.ts';

type Body = BodyOf<'createGroup'>;

type NewGroup = GroupDetails & { readonly settings: GroupSettings; readonly imageId: string | null };

/** The same for a repeat of the command, so that only one group is created. */
const groupIdOf = (metadata: CommandMetadata): string => deterministicUuid(`group ${metadata.commandId}`);

/**
 * The file behind an address that `upload-group-image` returned to this person.
 * @returns the file's id, or `null` if no address was given.
 */
const resolveGroupImage = async (
  { aggregates }: FileContext,
  imageUrl: string,
  actorId: string,
): Promise<string | null | Refusal> => {
  if (imageUrl === '') return null;
  const fileId = /\/files\/([\w-]+)(?:\?|$)/.exec(imageUrl)?.[1];
  if (fileId === undefined) return refuse('upload/image-unknown');
  const file = await aggregates.load(fileDecider, fileStream(fileId));
  const isOwn = file.status === 'stored' && file.purpose === 'group-image' && file.ownerId === actorId;
  // One that was uploaded for another group is removed with that group.
  return isOwn && file.groupId == null ? fileId : refuse('upload/image-unknown');
};

/** Reserves both codes before the group exists. A crash in between wastes two codes but never shares one. */
const create = async (context: FileContext, details: NewGroup, metadata: CommandMetadata): Promise<GroupOutcome> => {
  const { actorId } = metadata;
  const groupId = groupIdOf(metadata);
  const refusal = await refuseNewGroup(context, groupId, metadata);
  if (refusal !== undefined) return refusal;
  const codes = await claimCodes(context, groupId, metadata);
  if (isRefusal(codes)) return codes;
  return context.aggregates.handle({
    decider: groupDecider,
    stream: groupStream(groupId),
    command: { type: 'CreateGroup', group: { groupId, ownerId: actorId, ...details, ...codes } },
    metadata,
    facts: () => ({ actorId }),
  });
};

/** New groups of one account queue up, so that each is counted before the next. */
const creations = new KeyedQueue();

/** Creates a group, with the image in the same request, or with one that was uploaded earlier, if any. */
const createGroup = (
  context: FileContext,
  body: Body,
  upload: ReceivedFile | undefined,
  metadata: CommandMetadata,
): Promise<GroupOutcome> =>
  creations.run(metadata.actorId, async () => {
    const details = cleanDetails(body);
    if (isRefusal(details)) return details;
    // The image of a repeat may have been removed since.
    const earlier = await context.aggregates.repeated(groupDecider, groupStream(groupIdOf(metadata)), metadata);
    if (earlier !== undefined) return earlier;
    const { settings = defaultGroupSettings, imageUrl } = body;
    const createWith = (imageId: string | null) => create(context, { ...details, settings, imageId }, metadata);
    if (upload !== undefined) return withPicture(context, { upload, use: groupImage(null) }, metadata, createWith);
    const imageId = await resolveGroupImage(context, imageUrl ?? '', metadata.actorId);
    return isRefusal(imageId) ? imageId : createWith(imageId);
  });

/** Creates a group from a JSON body, or from a form with its image. */
export const createGroupHandler =
  (context: FileContext): Handlers<'command'>['createGroup'] =>
  async (call) => {
    const createAs = async (metadata: CommandMetadata, body: Body, upload?: ReceivedFile) =>
      respondWithCodes(
        context,
        call,
        await withColor(context, await createGroup(context, body, upload, metadata), metadata),
      );
    if (call.body !== undefined) return createAs(metadataOf(call), call.body);
    const received = await receiveForm(call.raw.request, {
      ...uploadsTo(context, call),
      field: 'image',
      textFields: ['name', 'description', 'imageUrl', 'settings'],
      rule: groupImageRule,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (metadata) => {
      const body = readFields(received.fields);
      return isRefusal(body) ? body : createAs(metadata, body, received.file);
    });
  };

/** The form's fields as a JSON body. */
const readFields = (fields: ReadonlyMap<string, string>): Body | Refusal => {
  const { settings, ...texts } = Object.fromEntries(fields);
  const given = settings === undefined ? {} : parsed(settings);
  if (isRefusal(given)) return given;
  const { data, error } = createGroupBody.safeParse({ ...texts, ...given });
  return error === undefined ? data : refuse('request/invalid', { text: error.issues[0]?.message ?? 'Invalid input' });
};

const parsed = (settings: string): { readonly settings: unknown } | Refusal => {
  try {
    return { settings: JSON.parse(settings) as unknown };
  } catch {
    return refuse('request/malformed');
  }
};

/** The codes appear beside the group as well as in it, for the screens after a creation or renewal. */
export const respondWithCodes = async (
  context: DecideContext,
  { actor, origin }: Pick<Call<'createGroup'>, 'actor' | 'origin'>,
  outcome: GroupOutcome,
): Promise<Reply<'createGroup'> | Refusal> => {
  if (isRefusal(outcome)) return outcome;
  const group = await answerGroup(context, outcome, actor.userId, origin);
  if (isRefusal(group)) return group;
  const { inviteCode, sixDigitCode, inviteLink } = group;
  // A repeat may come from someone who has since lost the right to invite.
  if (inviteCode === undefined || sixDigitCode === undefined || inviteLink === undefined)
    return refuse('access/denied');
  return { body: { group, inviteCode, sixDigitCode, inviteLink }, position: outcome.position };
};
