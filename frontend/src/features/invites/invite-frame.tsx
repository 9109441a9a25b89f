import { personName } from '@quorum/contracts/text/person-name.ts';
import type { ReactNode } from 'react';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { InvitePaper } from './invite-paper.tsx';
import type { AskedGroup } from './use-asked-group.ts';

export interface InviteFrameProps {
  /** The group of the invitation. */
  asked: AskedGroup;
  children: ReactNode;
}

/** The page around an invitation: one card in a ring of people. */
export function InviteFrame({ asked, children }: InviteFrameProps) {
  const user = useAppSelector(selectUser);
  const { data: group, error } = asked;
  return (
    <InvitePaper
      // A card of another size replaces the previous one instead of resizing.
      card={group ? 'group' : error ? 'invalid' : 'processing'}
      me={
        user && (
          <span className="inv__me hide-md">
            {personName(user)}
            <Avatar {...avatarOf(user)} />
          </span>
        )
      }
    >
      {children}
    </InvitePaper>
  );
}
