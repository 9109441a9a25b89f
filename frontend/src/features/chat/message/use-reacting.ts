import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { NO_CONNECTION, useIsOffline } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { toggleReaction } from '../../../data/message/reactions.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

export const REACTION_FAILED = 'Failed to react. Please try again.';

/** Adds or removes the user's reaction. Unlike a text it does not wait for the connection, so a failure is reported. */
export const useReacting = (message: MessageView) => {
  const dispatch = useAppDispatch();
  const isOffline = useIsOffline();
  const toast = useToast();
  return async (emoji: ReactionEmoji): Promise<void> => {
    if (isOffline) return void toast(NO_CONNECTION, 'error');
    const error = await dispatch(toggleReaction(message, emoji));
    if (error !== undefined) toast(errorText(error, REACTION_FAILED), 'error');
  };
};
