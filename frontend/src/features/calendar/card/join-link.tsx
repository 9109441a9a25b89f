import { type MeetingLink, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { Video } from 'lucide-react';
import { buttonClass } from '../../../shared/ui/controls/button.tsx';

export interface JoinLinkProps {
  meeting: MeetingLink;
  /** The short form for narrow windows, where the provider is named beside it. */
  brief?: boolean;
}

export function JoinLink({ meeting, brief = false }: JoinLinkProps) {
  return (
    <a
      className={buttonClass({ variant: 'primary', size: 'sm', className: 'ev__join' })}
      href={meeting.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={meeting.label}
    >
      <Video className="i i--sm" />
      <span>
        Join<span className={brief ? 'hide-md' : undefined}> with {providerName(meeting.provider)}</span>
      </span>
    </a>
  );
}
