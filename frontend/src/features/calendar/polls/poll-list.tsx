import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { OptionView } from '@quorum/contracts/poll/wire.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { momentWords, scoreWords, theirTime, VOTES } from '../../../data/poll/poll-words.ts';
import { personName } from '../../../data/user/person-label.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { type Board, canVoteFor, isOver } from './use-board.ts';
import { VoteChoice, VoteMark } from './vote-choice.tsx';

/** The board where columns have no room: a list of times, with the people under each. */
export function PollList({ board }: { board: Board }) {
  const { poll, now, timeZone, chosen, choose } = board;
  return (
    <ul className="poll-list" aria-label={`Times for ${poll.name}`}>
      {poll.options.map((option) => {
        const when = momentWords(option.startsAt, now, timeZone);
        const isGone = isOver(option, now);
        const there = theirTime(option, poll, timeZone);
        return (
          <li key={option.id} className={classNames(chosen === option && 'is-top', isGone && 'is-past')}>
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
            <People board={board} option={option} />
          </li>
        );
      })}
    </ul>
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

const SHOWN: readonly Vote[] = ['yes', 'ifneedbe', 'no'];

/** The first page of those who voted. The others are counted above. */
function People({ board: { poll, group }, option }: { board: Board; option: OptionView }) {
  const { data } = pollApi.useVotersQuery({ pollId: poll._id, groupId: group._id });
  return SHOWN.map((vote) => {
    const people = (data?.votes ?? []).filter(({ votes }) => votes[option.id] === vote).map(({ user }) => user);
    if (people.length === 0) return null;
    return (
      <p key={vote} className={`poll-list__people poll-list__people--${vote}`}>
        <VoteMark vote={vote} />
        <span className="visually-hidden">{VOTES[vote]}:</span>
        <span dir="auto">{people.map((person) => personName(person)).join(', ')}</span>
      </p>
    );
  });
}
