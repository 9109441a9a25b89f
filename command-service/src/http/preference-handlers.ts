import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { preferencesStream, readingStream } from '@quorum/contracts/events/preferences.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { type Context, metadataOf } from '../application/context.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { messageAggregate } from '../domain/message/message.ts';
import { decideChooseColor, decidePin, preferencesAggregate } from '../domain/preferences/preferences.ts';
import { decideRead, readingAggregate } from '../domain/preferences/reading.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type PreferenceRoutes = 'chooseColor' | 'pinGroup' | 'readGroupUpTo';

export const preferenceHandlers = (context: Context): Pick<Handlers<'command'>, PreferenceRoutes> => {
  const { aggregates } = context;
  const standingIn = async (groupId: string, actorId: string) => {
    const group = await aggregates.load(groupAggregate, groupStream(groupId));
    if (group.status !== 'active') return refuse('group/not-found');
    return { ...standing(group, actorId), joinedAt: group.members.get(actorId)?.joinedAt };
  };
  return {
    chooseColor: async (call) => {
      const { groupId, colorIndex } = call.body;
      const cause = causeOf(call);
      const asking = await standingIn(groupId, cause.actorId);
      if (isRefusal(asking)) return asking;
      const chosen = await aggregates.handle(
        preferencesAggregate,
        preferencesStream(cause.actorId),
        metadataOf(cause),
        (state) => decideChooseColor(state, asking, groupId, colorIndex),
      );
      return isRefusal(chosen) ? chosen : { body: { success: true }, position: chosen.position };
    },
    pinGroup: async (call) => {
      const { groupId, isPinned } = call.body;
      const cause = causeOf(call);
      const asking = await standingIn(groupId, cause.actorId);
      if (isRefusal(asking)) return asking;
      const pinned = await aggregates.handle(
        preferencesAggregate,
        preferencesStream(cause.actorId),
        metadataOf(cause),
        (state) => decidePin(state, asking, groupId, isPinned),
      );
      return isRefusal(pinned) ? pinned : { body: { success: true }, position: pinned.position };
    },
    readGroupUpTo: async (call) => {
      const groupId = call.params.id;
      if (!isId(groupId)) return refuse('group/not-found');
      const cause = causeOf(call);
      const asking = await standingIn(groupId, cause.actorId);
      if (isRefusal(asking)) return asking;
      const message = await aggregates.load(messageAggregate, messageStream(call.body.messageId));
      const read = await aggregates.handle(
        readingAggregate,
        readingStream(cause.actorId, groupId),
        metadataOf(cause),
        async (state) => {
          const last =
            state.messageId === undefined
              ? undefined
              : await aggregates.load(messageAggregate, messageStream(state.messageId));
          return decideRead(state, asking, groupId, message, last);
        },
      );
      return isRefusal(read) ? read : { body: { success: true }, position: read.position };
    },
  };
};
