import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { UserPlus } from 'lucide-react';
import { mayIn } from '../../data/group/group-rights.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { roleLabels } from '../../shared/lib/role-labels.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';

const SHOWN_MEMBERS = 5;
const SKELETONS = [120, 92, 136];

export interface MembersSectionProps {
  /** Undefined while loading. */
  group: GroupView | undefined;
  onAll: () => void;
  onInvite: () => void;
}

/** The first members, and a button for all of them. */
export function MembersSection({ group, onAll, onInvite }: MembersSectionProps) {
  return (
    <section aria-label="Members" aria-busy={group === undefined || undefined}>
      <header className="sidebar__sec">
        <h2>
          Members
          {group && <span>{group.memberCount}</span>}
        </h2>
        <Button variant="ghost" size="sm" onClick={onAll} disabled={group === undefined} aria-label="View all members">
          View all
        </Button>
        {(group === undefined || mayIn(group, 'invite')) && (
          <IconButton
            size="sm"
            label="Invite members"
            icon={<UserPlus className="i i--sm" />}
            disabled={group === undefined}
            onClick={onInvite}
          />
        )}
      </header>
      {group ? (
        <ul>
          {group.members.slice(0, SHOWN_MEMBERS).map(({ userId: person, role }) => (
            <li className="member" key={person._id}>
              <Avatar size={28} {...avatarOf(person)} />
              <span className="member__name cut">{personName(person)}</span>
              <span className="member__role">{roleLabels[role]}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul aria-hidden="true" data-testid="members-skeleton">
          {SKELETONS.map((width) => (
            <li className="member" key={width}>
              <Skeleton width={28} height={28} radius="full" />
              <Skeleton width={width} height={12} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
