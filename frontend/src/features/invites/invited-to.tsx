import type { InvitationView } from '@quorum/contracts/invite/wire.ts';
import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { type Invite, parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import { useEffect, useState } from 'react';
import { ask } from '../../data/api/ask.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { personName } from '../../data/user/person-label.ts';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import './invited-to.css';

/** The group that a visitor is invited to. Renders nothing while it is unknown, or when the link is invalid. */
export function InvitedTo({ inviteCode }: { inviteCode: string }) {
  const group = useInvitation(parseInviteSegment(inviteCode));
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

/** What a visitor may know of the group behind a link; undefined until it is loaded, or if the link is invalid. */
const useInvitation = (invite: Invite | undefined): InvitationView | undefined => {
  const services = useServices();
  const [invitation, setInvitation] = useState<InvitationView>();
  const inviteCode = invite?.kind === 'link' ? invite.value : undefined;
  useEffect(() => {
    if (inviteCode === undefined) return undefined;
    let left = false;
    void ask(services, 'invitation', { params: { inviteCode } }).then(({ data }) => {
      if (!left) setInvitation(data?.invitation);
    });
    return () => {
      left = true;
    };
  }, [services, inviteCode]);
  return invitation;
};
