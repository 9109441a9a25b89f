import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { preferencesStream, readingStream } from '@quorum/contracts/events/preferences.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import type { Decision } from '../domain/aggregate.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { messageAggregate } from '../domain/message/message.ts';
import {
  type AskingMember,
  decideChooseColor,
  decidePin,
  type Preferences,
  preferencesAggregate,
} from '../domain/preferences/preferences.ts';
import { decideRead, readingAggregate } from '../domain/preferences/reading.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

const askingIn = async ({ aggregates }: Context, groupId: string, actorId: string): Promise<AskingMember | Refusal> => {
  const group = await aggregates.load(groupAggregate, groupStream(groupId));
  if (group.status !== 'active') return refuse('group/not-found');
  return { ...standing(group, actorId), joinedAt: group.members.get(actorId)?.joinedAt };
};

const changePreferences = (
  context: Context,
  groupId: string,
  cause: Cause,
  decide: (preferences: Preferences, asking: AskingMember) => Decision,
) =>
  context.aggregates.handle(
    preferencesAggregate,
    preferencesStream(cause.actorId),
    metadataOf(cause),
    async (preferences) => {
      const asking = await askingIn(context, groupId, cause.actorId);
      return isRefusal(asking) ? asking : decide(preferences, asking);
    },
  );

export const chooseColor = (context: Context, { groupId, colorIndex }: BodyOf<'chooseColor'>, cause: Cause) =>
  changePreferences(context, groupId, cause, (preferences, asking) =>
    decideChooseColor(preferences, asking, groupId, colorIndex),
  );

export const pinGroup = (context: Context, { groupId, isPinned }: BodyOf<'pinGroup'>, cause: Cause) =>
  changePreferences(context, groupId, cause, (preferences, asking) =>
    decidePin(preferences, asking, groupId, isPinned),
  );

/** The person has read a group's chat up to a message. */
export const readUpTo = (context: Context, groupId: string, messageId: string, cause: Cause) => {
  const { aggregates } = context;
  const messageOf = (id: string) => aggregates.load(messageAggregate, messageStream(id));
  const stream = readingStream(cause.actorId, groupId);
  return aggregates.handle(readingAggregate, stream, metadataOf(cause), async (reading) => {
    const asking = await askingIn(context, groupId, cause.actorId);
    if (isRefusal(asking)) return asking;
    const last = reading.messageId === undefined ? undefined : await messageOf(reading.messageId);
    return decideRead(reading, asking, groupId, await messageOf(messageId), last);
  });
};
