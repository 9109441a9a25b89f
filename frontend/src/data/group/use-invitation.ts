import type { InvitationView } from '@quorum/contracts/invite/wire.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { useEffect, useState } from 'react';
import { ask } from '../api/ask.ts';
import { useServices } from '../services/services-context.tsx';

/** What a visitor may know of the group that a link leads to; nothing until it is there, or if the link leads nowhere. */
export const useInvitation = (invite: Invite | undefined): InvitationView | undefined => {
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
