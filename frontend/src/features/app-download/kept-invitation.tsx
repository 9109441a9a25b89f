import { parseInviteSegment } from '@quorum/contracts/text/join-input.ts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../shared/ui/controls/copy-button.tsx';

export interface KeptInvitationProps {
  inviteCode: string;
  /** Who invites to which group. It may arrive late or never, and its space is reserved. */
  children: ReactNode;
}

/** An invitation that was opened where the app is not shown, with the link to take to a larger screen. */
export function KeptInvitation({ inviteCode, children }: KeptInvitationProps) {
  if (parseInviteSegment(inviteCode) === undefined) return null;
  const { host, origin } = window.location;
  const path = `/${encodeURIComponent(inviteCode)}`;
  return (
    <div className="download__invitation">
      <div className="download__from">{children}</div>
      <div className="download__link">
        <p>
          Open this link on a computer
          <b>
            {host}
            {path}
          </b>
        </p>
        <CopyButton text={`${origin}${path}`} />
      </div>
    </div>
  );
}
