import { createGroupBody } from '@quorum/contracts/group/wire.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import type { Call, Handlers, Reply } from '@quorum/service-kit/http/call.ts';
import { answerGroup, type Presenting } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { createGroup, createGroupWithImage } from '../application/create-group.ts';
import type { GroupOutcome } from '../application/groups.ts';
import { receiveForm } from '../uploads/receive-upload.ts';
import { groupImageRule } from '../uploads/upload-rules.ts';
import { causeOf } from './cause.ts';
import { onceReceived } from './once-received.ts';
import { uploadsTo } from './upload-storage.ts';

type Body = BodyOf<'createGroup'>;

/** Creates a group from a JSON body, or from a form with its image. */
export const createGroupHandler =
  (context: Context): Handlers<'command'>['createGroup'] =>
  async (call) => {
    if (call.body !== undefined)
      return respondWithCodes(context, call, await createGroup(context, call.body, causeOf(call)));
    const received = await receiveForm(call.raw.request, {
      ...uploadsTo(context, call),
      field: 'image',
      textFields: ['name', 'description', 'imageUrl', 'settings'],
      rule: groupImageRule,
    });
    if (!received.ok) return received.refusal;
    return onceReceived(context, call, received, async (cause) => {
      const body = readFields(received.fields);
      if (isRefusal(body)) return body;
      const created =
        received.file === undefined
          ? createGroup(context, body, cause)
          : createGroupWithImage(context, body, received.file, cause);
      return respondWithCodes(context, call, await created);
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
  context: Presenting,
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
