import type { InvitationView } from '@quorum/contracts/invite/wire.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { useEffect, useState } from 'react';
import { ask } from '../../data/api/ask.ts';
import { useServices } from '../../data/services/services-context.tsx';

export const DEAD_INVITATION = 'This invitation no longer works. Ask for a new one.';

export type AskedInvitation = {
  /** The part of the group that a visitor may see. */
  readonly invitation?: InvitationView | undefined;
  /** The server knows no such link. A lost connection says nothing about it. */
  readonly isDead: boolean;
};

/** Nobody may ask about a code of digits without an account, because digits can be guessed. */
const UNKNOWN: AskedInvitation = { isDead: false };

/** Asks about a link without an account. Undefined until it is answered. */
export const useInvitation = (invite: Invite | undefined): AskedInvitation | undefined => {
  const services = useServices();
  const [asked, setAsked] = useState<AskedInvitation>();
  const inviteCode = invite?.kind === 'link' ? invite.value : undefined;
  useEffect(() => {
    if (inviteCode === undefined) return undefined;
    let left = false;
    void ask(services, 'invitation', { params: { inviteCode } }).then(({ data, error }) => {
      if (!left) setAsked({ invitation: data?.invitation, isDead: error?.status === 404 });
    });
    return () => {
      left = true;
    };
  }, [services, inviteCode]);
  return inviteCode === undefined ? UNKNOWN : asked;
};
