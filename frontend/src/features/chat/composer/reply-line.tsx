import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { Reply, X } from 'lucide-react';
import { personName } from '../../../data/user/person-label.ts';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { summaryOf } from '../summary.ts';

/** The message being replied to, with a button to cancel the reply. */
export function ReplyLine({ message, onCancel }: { message: MessageView; onCancel: () => void }) {
  return (
    <div className="composer__reply">
      <Reply className="i i--sm" aria-hidden="true" />
      <span>
        Replying to <b>{personName(message.senderId)}</b>
      </span>
      <span className="composer__quote">
        <bdi>{summaryOf(message)}</bdi>
      </span>
      <IconButton
        size="sm"
        label="Cancel reply"
        icon={<X className="i i--sm" aria-hidden="true" />}
        onClick={onCancel}
      />
    </div>
  );
}
