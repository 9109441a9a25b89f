import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';
import type { MessageView, ReactionView } from '@quorum/contracts/message/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { NO_CONNECTION, useIsOffline } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { toggleReaction } from '../../../data/message/reactions.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useChatContext } from '../chat-context.ts';

/** The emoji that people reacted with, and their counts. A press adds or removes the user's own. */
export function Reactions({ message }: { message: MessageView }) {
  const react = useReacting(message);
  const { userId, group } = useChatContext();
  if (message.reactions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a set of form fields.
    <div className="reactions" role="group" aria-label="Reactions">
      {message.reactions.map(({ emoji, users, count }) => (
        <button
          key={emoji}
          type="button"
          className="reactions__pill"
          aria-pressed={users.includes(userId)}
          aria-label={`${emoji} ${count}`}
          title={whoReacted({ users, count }, userId, group)}
          onClick={() => void react(emoji as ReactionEmoji)}
        >
          <span aria-hidden="true">{emoji}</span>
          {count}
        </button>
      ))}
    </div>
  );
}

const MAX_NAMED = 6;

/** `You, Maya, and 3 others`. Not everybody is listed, and the reader may come last. */
const whoReacted = (
  { users, count }: Pick<ReactionView, 'users' | 'count'>,
  userId: string,
  { members }: GroupView,
): string => {
  const names = users.flatMap((id) => {
    const person = members.find((member) => member.userId._id === id)?.userId;
    return id === userId || person === undefined ? [] : [personName(person)];
  });
  const known = [...(users.includes(userId) ? ['You'] : []), ...names].slice(0, MAX_NAMED);
  const rest = count - known.length;
  const parts = rest > 0 ? [...known, counted(rest, 'other')] : known;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
};

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
