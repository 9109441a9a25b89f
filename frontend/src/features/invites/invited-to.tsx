import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import './invited-to.css';
import { DEAD_INVITATION, useInvitation } from './use-invitation.ts';

/** The group that a visitor is invited to, or that the link is dead. Renders nothing while neither is known. */
export function InvitedTo({ inviteCode }: { inviteCode: string }) {
  const asked = useInvitation(parseInviteSegment(inviteCode));
  const group = asked?.invitation;
  if (asked?.isDead)
    return (
      <section className="invited" aria-label="Your invitation">
        <p role="alert">{DEAD_INVITATION}</p>
      </section>
    );
  if (group === undefined) return null;
  return (
    <section className="invited" aria-label="Your invitation" data-accent="personal">
      <GroupAvatar name={group.name} imageUrl={group.imageUrl} size={48} accent={outsiderColor(group._id).accent} />
      <div>
        <span className="cut">You’re invited to</span>
        <b className="cut" dir="auto">
          {group.name}
        </b>
        <span className="cut" dir="auto">
          Created by {personName(group.createdBy)}
        </span>
      </div>
    </section>
  );
}
