import { isolated } from '@quorum/contracts/text/hostile-text.ts';
import { useTypingOthers } from '../../../data/message/use-typing.ts';
import { hueOf } from '../../../data/user/person-label.ts';
import { AvatarStack } from '../../../shared/ui/people/avatar-stack.tsx';

const MAX_FACES = 3;

export const typingText = (firstNames: readonly string[]): string =>
  firstNames.length === 1
    ? `${isolated(firstNames[0] || 'Someone')} is typing...`
    : `${firstNames.length} people are typing...`;

/** Its space is always reserved, so the messages do not move. */
export function TypingLine({ groupId }: { groupId: string }) {
  const others = useTypingOthers(groupId);
  return (
    <div className="typing" aria-live="polite">
      {others.length > 0 && (
        <>
          <AvatarStack
            size={20}
            people={others.slice(0, MAX_FACES).map(({ userId, userName, profilePictureUrl }) => ({
              id: userId,
              name: userName,
              photoUrl: profilePictureUrl,
              hue: hueOf({ _id: userId }),
            }))}
          />
          <span className="typing__dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {typingText(others.map(({ firstName }) => firstName))}
        </>
      )}
    </div>
  );
}
