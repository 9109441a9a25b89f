import type { ReactionEmoji } from '@quorum/contracts/wire/limits.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { toggleReaction } from '../../../entities/message/reactions.ts';
import { useAppDispatch } from '../../../entities/store/hooks.ts';
import { useChatContext } from '../chat-context.ts';

/** Emoji and count of what people answered with; a press adds or takes back one's own. */
export function Reactions({ message }: { message: MessageView }) {
  const dispatch = useAppDispatch();
  const { userId } = useChatContext();
  if (message.reactions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a set of form fields.
    <div className="rx" role="group" aria-label="Reactions">
      {message.reactions.map(({ emoji, users, count }) => (
        <button
          key={emoji}
          type="button"
          className="rx__pill"
          aria-pressed={users.includes(userId)}
          aria-label={`${emoji} ${count}`}
          onClick={() => void dispatch(toggleReaction(message, emoji as ReactionEmoji))}
        >
          <span aria-hidden="true">{emoji}</span>
          {count}
        </button>
      ))}
    </div>
  );
}
