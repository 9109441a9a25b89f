import { strangersColor } from '@quorum/contracts/text/group-colors.ts';
import { parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import { useInvitation } from '../../data/group/use-invitation.ts';
import { personName } from '../../data/user/person-label.ts';
import { accentProps } from '../../shared/lib/accent.ts';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import './invited-to.css';

/** The group that a visitor is invited to. Renders nothing while it is unknown, or when the link is invalid. */
export function InvitedTo({ inviteCode }: { inviteCode: string }) {
  const group = useInvitation(parseInviteSegment(inviteCode));
  if (group === undefined) return null;
  return (
    <section className="invited" aria-label="Your invitation" {...accentProps('personal')}>
      <GroupAvatar name={group.name} imageUrl={group.imageUrl} size={48} accent={strangersColor(group._id).accent} />
      <div>
        <span>You’re invited to</span>
        <b dir="auto">{group.name}</b>
        <span dir="auto">Created by {personName(group.createdBy)}</span>
      </div>
    </section>
  );
}
