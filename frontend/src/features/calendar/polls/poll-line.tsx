import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { CalendarSearch } from 'lucide-react';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { answeredWords, isAskedAgain } from '../../../data/poll/poll-words.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';

const callOf = (poll: PollView, now: number): string => {
  if (poll.state === 'closed') return 'Voting has ended';
  if (isAskedAgain(poll, now)) return 'Vote on the rest';
  return Object.keys(poll.mine ?? {}).length === 0 ? 'Vote' : 'Show votes';
};

interface PollLineProps {
  group: GroupView;
  pollId: string;
  onOpen: () => void;
}

/** A poll in one line, which leads to its board. */
export function PollLine({ group, pollId, onOpen }: PollLineProps) {
  const { data: poll, isError, refetch } = pollApi.usePollQuery({ pollId, groupId: group._id });
  const now = useMinute();
  if (poll === undefined)
    return isError ? (
      <>
        <span>The poll didn’t load.</span>
        <Button size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </>
    ) : null;
  const call = callOf(poll, now);
  return (
    <>
      <CalendarSearch className="i i--sm" />
      <span className="cut" dir="auto">
        Finding a time: <b>{poll.name}</b>
      </span>
      <span className="poll-lines__answered">{`· ${answeredWords(poll, group.memberCount)}`}</span>
      <Button size="sm" aria-label={`${call}: ${poll.name}`} onClick={onOpen}>
        {call}
      </Button>
    </>
  );
}
