import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { selectUserId } from '../session/session-slice.ts';
import { changed } from '../store/changes.ts';
import type { AppThunk } from '../store/state.ts';
import { messageApi } from './message-api.ts';

const opposite = { add: 'remove', remove: 'add' } as const;

/** Adds or removes the user's reaction. It shows at once and is undone when it fails. Returns the error, if any. */
export const toggleReaction =
  ({ _id: messageId, groupId, reactions }: MessageView, emoji: ReactionEmoji): AppThunk<Promise<unknown>> =>
  async (dispatch, getState, { exclusively }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return undefined;
    const mine = reactions.some((reaction) => reaction.emoji === emoji && reaction.users.includes(userId));
    const action = mine ? 'remove' : 'add';
    const apply = (how: 'add' | 'remove') =>
      dispatch(
        changed({ name: 'messageReaction', payload: { messageId, groupId, emoji, userId, action: how, revision: '' } }),
      );
    apply(action);
    const { endpoints } = messageApi;
    const endpoint = mine ? endpoints.removeReaction : endpoints.addReaction;
    let error: unknown;
    // Side by side, a reaction and its removal could reach the server the other way round.
    await exclusively(`reaction ${messageId} ${emoji}`, async () => {
      // Somebody else may have signed in since, and it would be their reaction.
      if (selectUserId(getState()) !== userId) return;
      ({ error } = await dispatch(endpoint.initiate({ messageId, groupId, emoji }, { track: false })));
    });
    // Restoring the old list would lose changes by others.
    if (error !== undefined) apply(opposite[action]);
    return error;
  };
