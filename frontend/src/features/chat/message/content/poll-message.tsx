import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { leading } from '@quorum/contracts/poll/votes.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { momentLabel } from '@quorum/contracts/time/labels.ts';
import { CalendarSearch } from 'lucide-react';
import { pollApi } from '../../../../data/poll/poll-api.ts';
import { answeredWords, isAskedAgain, scoreWords, stateWords } from '../../../../data/poll/poll-words.ts';
import { useMinute } from '../../../../shared/hooks/use-now.ts';
import { Button } from '../../../../shared/ui/controls/button.tsx';
import { useChatContext } from '../../chat-context.ts';
import './event-message.css';

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

/** The state of a poll. A decided one is one line that leads to the event. */
export function PollCard({ pollId }: { pollId: string }) {
  const { group } = useChatContext();
  const { data: poll, isError, refetch } = pollApi.usePollQuery({ pollId, groupId: group._id });
  if (poll !== undefined) return poll.state === 'decided' ? <Decided poll={poll} /> : <Undecided poll={poll} />;
  if (!isError) return <p>Finding a time</p>;
  return (
    <p>
      The poll didn’t load.{' '}
      <Button size="sm" onClick={() => void refetch()}>
        Try Again
      </Button>
    </p>
  );
}

function Decided({ poll: { options, optionId, eventId } }: { poll: PollView }) {
  const { timeZone, openEvent } = useChatContext();
  const now = useMinute();
  const chosen = options.find(({ id }) => id === optionId);
  if (chosen === undefined || eventId === undefined) return null;
  return (
    <p>
      <button type="button" className="link" onClick={() => openEvent(eventId, chosen.startsAt)}>
        {momentLabel(chosen.startsAt, now, timeZone)}
      </button>{' '}
      was chosen
    </p>
  );
}

function Undecided({ poll }: { poll: PollView }) {
  const { group, timeZone, openPoll } = useChatContext();
  const now = useMinute();
  const state = stateWords(poll, now, timeZone);
  const isOpen = poll.state === 'open';
  const hasVoted = Object.keys(poll.mine ?? {}).length > 0;
  return (
    <>
      <p>{`${poll.options.length} times · ${answeredWords(poll, group.memberCount)} · ${state}`}</p>
      <Best poll={poll} />
      <Button size="sm" variant={isOpen && !hasVoted ? 'primary' : 'plain'} onClick={() => openPoll(poll._id)}>
        {isOpen && (!hasVoted || isAskedAgain(poll, now)) ? 'Vote' : 'Show votes'}
      </Button>
    </>
  );
}

function Best({ poll }: { poll: PollView }) {
  const { timeZone } = useChatContext();
  const now = useMinute();
  const [best, other] = leading(poll.options);
  if (best === undefined) return null;
  return (
    <p className="event-message__best">
      {other === undefined
        ? `Best so far: ${momentLabel(best.startsAt, now, timeZone)} · ${scoreWords(best)}`
        : 'Several times are tied'}
    </p>
  );
}
