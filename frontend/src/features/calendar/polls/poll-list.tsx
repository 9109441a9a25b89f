import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, VoterView } from '@quorum/contracts/poll/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { momentLabel } from '@quorum/contracts/time/labels.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { scoreWords, theirTime, VOTES } from '../../../data/poll/poll-words.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { type Board, canVoteFor, isOver } from './use-board.ts';
import { VoteChoice, VoteMark } from './vote-choice.tsx';

/** The board where columns have no room: a list of times, with the people under each. */
export function PollList({ board }: { board: Board }) {
  const { poll, group } = board;
  const load = pollApi.useVotersQuery({ pollId: poll._id, groupId: group._id });
  return (
    <>
      <ul className="poll-list" aria-label={`Times for ${poll.name}`}>
        {poll.options.map((option) => (
          <Time key={option.id} board={board} option={option} voters={load.data?.votes ?? []} />
        ))}
      </ul>
      <Loaded
        load={load}
        skeleton={null}
        failed={(retry) => (
          <LoadFailed className="quiet" onRetry={retry}>
            The votes didn’t load.
          </LoadFailed>
        )}
      />
    </>
  );
}

interface TimeProps {
  board: Board;
  option: OptionView;
  voters: readonly VoterView[];
}

function Time({ board, option, voters }: TimeProps) {
  const { poll, now, timeZone, chosen, choose } = board;
  const when = momentLabel(option.startsAt, now, timeZone);
  const isGone = isOver(option, now);
  const there = theirTime(option, poll, timeZone);
  return (
    <li className={classNames(chosen === option && 'is-top', isGone && 'is-past')}>
      <header>
        {choose === undefined || isGone ? (
          <b>{when}</b>
        ) : (
          <button type="button" aria-pressed={chosen === option} onClick={() => choose(option.id)}>
            {when}
          </button>
        )}
        {there !== undefined && <small>{there}</small>}
        <span>{scoreWords(option)}</span>
      </header>
      <Own board={board} option={option} when={when} />
      <People option={option} voters={voters} />
    </li>
  );
}

function Own({ board, option, when }: { board: Board; option: OptionView; when: string }) {
  const { poll, now, vote, ownEvents } = board;
  const busy = ownEvents.get(option.id);
  const own = poll.mine?.[option.id];
  return (
    <p className="poll-list__own">
      {canVoteFor(poll, option, now) ? (
        <VoteChoice label={when} vote={own} tabStop onVote={(chosen) => vote(option.id, chosen)} />
      ) : (
        <VoteMark vote={own} />
      )}
      {busy !== undefined && <small dir="auto">You have {busy}</small>}
    </p>
  );
}

const SHOWN_VOTES: readonly Vote[] = ['yes', 'ifneedbe', 'no'];

/** The first to vote by name, the others by their number. */
function People({ option, voters }: Pick<TimeProps, 'option' | 'voters'>) {
  return SHOWN_VOTES.map((vote) => {
    const names = voters.filter(({ votes }) => votes[option.id] === vote).map(({ user }) => personName(user));
    if (names.length === 0) return null;
    const others = option[vote] - names.length;
    return (
      <p key={vote} className={`poll-list__people poll-list__people--${vote}`}>
        <VoteMark vote={vote} />
        <span className="visually-hidden">{VOTES[vote]}:</span>
        <span dir="auto">{names.join(', ') + (others > 0 ? ` and ${others} more` : '')}</span>
      </p>
    );
  });
}
