import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { memberCountText } from '../../shared/lib/member-count.ts';
import { AvatarStack } from '../../shared/ui/avatar-stack.tsx';
import { GroupAvatar } from '../../shared/ui/group-avatar.tsx';

const FACES = 5;

export function ChatHeader({ group }: { group: GroupView }) {
  return (
    <header className="chat__top">
      <GroupAvatar size={36} name={group.name} imageUrl={group.imageUrl} />
      <div className="chat__title">
        <h2 dir="auto">{group.name}</h2>
        <p>{memberCountText(group.memberCount)}</p>
      </div>
      <span className="hide-md">
        <AvatarStack
          size={28}
          most={FACES}
          total={group.memberCount}
          people={group.members.map(({ userId: person }) => ({ id: person._id, ...avatarOf(person) }))}
        />
      </span>
    </header>
  );
}
