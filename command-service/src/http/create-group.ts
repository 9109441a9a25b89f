import { groupStream } from '@quorum/contracts/events/group.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { createGroupBody } from '@quorum/contracts/wire/schemas/groups.ts';
import type { Call, Handlers, Reply } from '@quorum/service-kit/call.ts';
import type { Accepted } from '../application/aggregates.ts';
import { answerGroup, refuseRepeat } from '../application/answers.ts';
import { type Cause, type Context, metadataOf } from '../application/context.ts';
import { recordFile } from '../application/files.ts';
import { resolveGroupImage } from '../application/group-images.ts';
import { createGroup, groupIdOf } from '../application/groups.ts';
import { brokenGroupImage, keepOrDrop, makePicture } from '../application/pictures.ts';
import { type Group, groupAggregate } from '../domain/group/group.ts';
import { type ReceivedFile, receiveForm } from '../uploads/receive-upload.ts';
import { groupImageRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { cleanDetails } from './group-details.ts';
import { onceReceived } from './once-received.ts';

type Body = BodyOf<'createGroup'>;
type Answer = Reply<'createGroup'> | Refusal;

/** Creates a group of a JSON body, or of a form that brings its image along. */
export const createGroupHandler =
  (context: Context): Handlers<'command'>['createGroup'] =>
  async (call) => {
    if (call.body !== undefined) return answer(context, call, await ofBody(context, call.body, causeOf(call)));
    const received = await receiveForm(call.raw.request, {
      field: 'image',
      textFields: ['name', 'description', 'imageUrl', 'settings'],
      rule: groupImageRule,
      store: context.files,
      newId: () => context.ids.uuid(),
      uploaderId: call.actor.userId,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) =>
      answer(context, call, await ofForm(context, received, cause)),
    );
  };

const ofBody = async (context: Context, body: Body, cause: Cause): Promise<Accepted<Group> | Refusal> => {
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const imageId = await resolveGroupImage(context, body.imageUrl ?? null, cause.actorId);
  if (isRefusal(imageId)) return imageId;
  return createGroup(context, { ...details, settings: body.settings, imageId }, cause);
};

type Form = { readonly fields: ReadonlyMap<string, string>; readonly file: ReceivedFile | undefined };

const ofForm = async (context: Context, { fields, file }: Form, cause: Cause): Promise<Accepted<Group> | Refusal> => {
  const body = readFields(fields);
  if (isRefusal(body)) return body;
  if (file === undefined) return ofBody(context, body, cause);
  const details = cleanDetails(body);
  if (isRefusal(details)) return details;
  const stream = groupStream(groupIdOf(context, cause));
  const earlier = await context.aggregates.repeated(groupAggregate, stream, metadataOf(cause));
  if (earlier !== undefined) return earlier;
  const image = await makePicture(context, file, context.ids.uuid(), brokenGroupImage);
  if (isRefusal(image)) return image;
  return keepOrDrop(context, image.fileId, cause, async () => {
    const kept = { ...image, ownerId: cause.actorId, groupId: null, purpose: 'group-image' as const };
    return (
      (await recordFile(context, kept, cause)) ??
      createGroup(context, { ...details, settings: body.settings, imageId: image.fileId }, cause)
    );
  });
};

/** The fields as the JSON body that they stand for. */
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

const answer = async (
  context: Context,
  { actor, origin }: Pick<Call<'createGroup'>, 'actor' | 'origin'>,
  created: Accepted<Group> | Refusal,
): Promise<Answer> => {
  if (isRefusal(created)) return created;
  const { state, position } = created;
  const refusal = await refuseRepeat(context, created, state.id, actor.userId);
  if (refusal !== undefined) return refusal;
  const { inviteCode, sixDigitCode } = state;
  const codes = { inviteCode, sixDigitCode, inviteLink: `${origin}/${inviteCode}` };
  return { body: { group: await answerGroup(context, state, actor.userId, origin), ...codes }, position };
};
