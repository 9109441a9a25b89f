import { strangersColor } from '@quorum/contracts/text/group-colors.ts';
import { parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useInvitationQuery } from '../../data/group/group-api.ts';
import { accentProps } from '../../shared/lib/accent.ts';
import { GroupAvatar } from '../../shared/ui/group-avatar.tsx';
import { creatorName } from './creator-name.ts';
import './invited-to.css';

/** The group that somebody is about to sign up for. Nothing while it is not known, or if the link leads nowhere. */
export default function InvitedTo({ inviteCode }: { inviteCode: string }) {
  const invite = parseInviteSegment(inviteCode);
  const { data: group } = useInvitationQuery(invite?.kind === 'link' ? invite.value : skipToken);
  if (group === undefined) return null;
  return (
    <section className="invited" aria-label="Your invitation" {...accentProps(strangersColor(group._id).accent)}>
      <GroupAvatar name={group.name} imageUrl={group.imageUrl} size={48} />
      <div>
        <span>You’re invited to</span>
        <b dir="auto">{group.name}</b>
        <span dir="auto">Created by {creatorName(group)}</span>
      </div>
    </section>
  );
}
