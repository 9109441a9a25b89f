import type { MemberView } from '@quorum/contracts/group/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { Crown, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { avatarOf } from '../../../data/user/person-label.ts';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';

export interface MemberCardProps {
  member: MemberView;
  /** Whether it is the viewer's own card. */
  self: boolean;
  /** The actions on the member. */
  children: ReactNode;
}

export function MemberCard({ member: { userId: person, role }, self, children }: MemberCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows between the list and its items rule out <ul>
    <div className="mcard" role="listitem">
      <Avatar size={40} {...avatarOf(person)} />
      <div>
        <b className="cut" title={personName(person)}>
          {personName(person)}
        </b>
        <span className="r">
          {role === 'owner' && (
            <Badge tone="accent">
              <Crown className="i" />
              Owner
            </Badge>
          )}
          {role === 'admin' && (
            <Badge>
              <ShieldCheck className="i" />
              Admin
            </Badge>
          )}
          {role === 'member' && 'Member'}
          {self && <span>(you)</span>}
        </span>
      </div>
      {children}
    </div>
  );
}
