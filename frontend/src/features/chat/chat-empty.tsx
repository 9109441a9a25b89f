import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { UserPlus } from 'lucide-react';
import type { CSSProperties } from 'react';
import { mayIn } from '../../data/group/group-rights.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import './chat-empty.css';

const SEATS = 8;
const SEAT_NUMBERS = Array.from({ length: SEATS }, (_, seat) => seat);

/** In percent of the ring's size. The first seat is at the top, the others follow clockwise. */
const placeOf = (seat: number): CSSProperties => {
  const angle = (seat / SEATS) * 2 * Math.PI - Math.PI / 2;
  return { left: `${50 + 42 * Math.cos(angle)}%`, top: `${50 + 42 * Math.sin(angle)}%` };
};

/** An empty chat: the group's table with the taken seats. */
export function ChatEmpty({ group, onInvite }: { group: GroupView; onInvite: () => void }) {
  const alone = group.memberCount === 1;
  const mayInvite = mayIn(group, 'invite');
  return (
    <div className="chat__none">
      <div className="empty">
        <div className="ring" aria-hidden="true">
          <GroupAvatar name={group.name} imageUrl={group.imageUrl} />
          {SEAT_NUMBERS.map((seat) => {
            const member = group.members[seat];
            return member ? (
              <span key={seat} className="ring__seat" style={placeOf(seat)}>
                <Avatar size={48} {...avatarOf(member.userId)} />
              </span>
            ) : (
              <i key={seat} style={placeOf(seat)} />
            );
          })}
        </div>
        <h2>No messages yet</h2>
        <p>{alone ? 'You’re the first one here. Say hello or invite people.' : 'Say hello to get things started.'}</p>
        {mayInvite && (
          <div className="btns">
            <Button variant="primary" icon={<UserPlus className="i" />} onClick={onInvite}>
              Invite Members
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
