import type { MeetingLink } from '@quorum/contracts/text/meeting-links.ts';
import { Video } from 'lucide-react';
import { buttonClass } from '../../../../shared/ui/controls/button.tsx';

export function JoinLink({ meeting, className }: { meeting: MeetingLink; className?: string }) {
  return (
    <a
      className={buttonClass({ variant: 'primary', size: 'sm', className })}
      href={meeting.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Video className="i i--sm" />
      {meeting.label}
    </a>
  );
}
