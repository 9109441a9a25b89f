import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { CalendarSearch } from 'lucide-react';
import { useChatContext } from '../../chat-context.ts';
import { PollCard } from './poll-card.tsx';

/** A search for a time, with its votes as they are. */
export function PollMessage({ message: { _id, content } }: { message: MessageView }) {
  const { openPoll } = useChatContext();
  return (
    <div className="event-message event-message--poll">
      <span className="icon-disc">
        <CalendarSearch className="i" />
      </span>
      <div className="event-message__about">
        <h3 dir="auto">
          <button type="button" className="event-message__open" onClick={() => openPoll(_id)}>
            {content}
          </button>
        </h3>
        <PollCard pollId={_id} />
      </div>
    </div>
  );
}
