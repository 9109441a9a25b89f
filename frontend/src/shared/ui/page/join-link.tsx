import { type MeetingLink, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { Video } from 'lucide-react';
import { buttonClass } from '../controls/button.tsx';

export interface JoinLinkProps {
  meeting: MeetingLink;
  /** The short form for narrow windows, where the provider is named beside it. */
  brief?: boolean;
  className?: string;
}

/** Opens an online meeting in a new tab. */
export function JoinLink({ meeting, brief = false, className }: JoinLinkProps) {
  return (
    <a
      className={buttonClass({ variant: 'primary', size: 'sm', className })}
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
